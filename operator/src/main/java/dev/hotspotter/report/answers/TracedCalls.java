package dev.hotspotter.report.answers;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * How long the traced methods took.
 *
 * @param methods those that took most time together
 * @param others the rest as one
 */
public record TracedCalls(List<Method> methods, Others others) {

  /** A job traces sixteen methods at the most; what a recording holds need not be what was asked for. */
  private static final int KEPT = 32;

  /**
   * The calls of a method that were not below its threshold; shorter ones are not recorded and not in these numbers.
   *
   * @param histogram what the percentiles come from, HdrHistogram's compressed form in base64; null in a report
   */
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
      return new Method(
          method,
          calls,
          totalNanos,
          minNanos,
          meanNanos,
          p50Nanos,
          p90Nanos,
          p99Nanos,
          maxNanos,
          null);
    }
  }

  /** Methods that are not named here, which is none unless someone has made the recording to do harm. */
  public record Others(int methods, long calls) {}

  public static TracedCalls of(List<Method> methods) {
    return of(methods, new Others(0, 0));
  }

  TracedCalls plus(TracedCalls other) {
    var rest = new Others(others.methods + other.others.methods, others.calls + other.others.calls);
    return of(HeaviestItems.both(methods, other.methods), rest);
  }

  /** Without what is only needed to add more. */
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
