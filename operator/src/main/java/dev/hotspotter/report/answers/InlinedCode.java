package dev.hotspotter.report.answers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The samples of an event in methods that the JIT compiler has inlined. Code compiled without
 * DebugNonSafepoints has debug information only at some points. There the profiler takes the
 * inlined method of the nearest point.
 *
 * @param samples all samples of the event
 * @param uncertain samples whose innermost Java frame is inlined, so that another method of the
 *     same compiled code may have run
 * @param impossible samples with inlined methods that cannot have run; the stacks omit those
 *     methods
 * @param frames the inlined methods with most of the uncertain samples
 */
public record InlinedCode(long samples, long uncertain, long impossible, List<Frame> frames) {

  /** The JVM options that make inlined methods exact in all compiled code. */
  public static final String FIX = "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints";

  private static final int KEPT = 5;

  /** One inlined method that may be misplaced. */
  public record Frame(String frame, long samples) {

    private Frame plus(Frame other) {
      return new Frame(frame, samples + other.samples);
    }
  }

  /** Keeps a few frames, enough for readers. */
  public static InlinedCode of(long samples, long uncertain, long impossible, List<Frame> frames) {
    return new InlinedCode(
        samples,
        uncertain,
        impossible,
        HeaviestItems.of(frames, Frame::frame, Frame::plus, Frame::samples, KEPT)
            .kept());
  }

  InlinedCode plus(InlinedCode other) {
    return of(
        samples + other.samples,
        uncertain + other.uncertain,
        impossible + other.impossible,
        HeaviestItems.both(frames, other.frames));
  }

  /** Whether more than one sample in a hundred is impossible. */
  public boolean hasMuchImpossible() {
    return impossible * 100 > samples;
  }

  /** The share of all samples, formatted like 12.3 %. */
  public String percent(long some) {
    return String.format(Locale.ROOT, "%.1f %%", samples == 0 ? 0.0 : 100.0 * some / samples);
  }

  /** The frames without their packages, in one line. */
  public String names() {
    return frames.stream()
        .map(frame -> HotList.shortName(frame.frame))
        .collect(Collectors.joining(", "));
  }
}
