package dev.hotspotter.report.answers;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The durations of traced calls.
 *
 * @param methods the methods with the longest total time
 * @param others the sum of all other methods
 */
public record TracedCalls(List<Method> methods, Others others) {

  /** A job traces at most 16 methods, but a forged recording may contain more. */
  private static final int KEPT = 32;

  /**
   * The calls of one method at or above its threshold. Shorter calls are not recorded.
   *
   * @param histogram the source of the percentiles, in HdrHistogram's compressed form as base64;
   *     null in a report
   */
  @RecordBuilder
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Method(
      String method,
      long calls,
      long totalNanos,
      long minNanos,
      long meanNanos,
      long p50Nanos,
      long p90Nanos,
      long p99Nanos,
      long maxNanos,
      String histogram) {

    private Method plus(Method other) {
      return Latencies.sum(this, other).of(method);
    }

    private Method published() {
      return TracedCallsMethodBuilder.builder(this).histogram(null).build();
    }
  }

  /** The methods that are not listed; zero unless the recording is forged. */
  public record Others(int methods, long calls) {}

  public static TracedCalls of(List<Method> methods) {
    return of(methods, new Others(0, 0));
  }

  TracedCalls plus(TracedCalls other) {
    var rest = new Others(others.methods + other.others.methods, others.calls + other.others.calls);
    return of(HeaviestItems.both(methods, other.methods), rest);
  }

  /** The calls without the histograms, which only plus needs. */
  TracedCalls published() {
    return new TracedCalls(methods.stream().map(Method::published).toList(), others);
  }

  private static TracedCalls of(List<Method> methods, Others before) {
    var heaviest =
        HeaviestItems.of(methods, Method::method, Method::plus, Method::totalNanos, KEPT);
    var calls = heaviest.rest().stream().mapToLong(Method::calls).sum();
    return new TracedCalls(
        heaviest.kept(), new Others(before.methods + heaviest.rest().size(), before.calls + calls));
  }
}
