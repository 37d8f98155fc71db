package dev.hotspotter.report.answers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How many samples of an event are in methods that the JIT compiler has inlined. Of code that was compiled before anybody asked HotSpot
 * to remember more, the profiler takes the inlined method that is nearest.
 *
 * @param samples all of the event
 * @param uncertain whose innermost Java frame is an inlined method, so that it may be another one of the same compiled method
 * @param impossible whose inlined methods cannot have been: they are left out of the stacks
 * @param frames the inlined methods that most of the uncertain samples are in
 */
public record InlinedCode(long samples, long uncertain, long impossible, List<Frame> frames) {

  /** The option that makes inlined methods exact in all code that is compiled. */
  public static final String FIX = "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints";

  private static final int KEPT = 5;

  /** One inlined method that may be misplaced. */
  public record Frame(String frame, long samples) {

    private Frame plus(Frame other) {
      return new Frame(frame, samples + other.samples);
    }
  }

  /** Keeps as many frames as a reader wants to see. */
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

  /** Whether more than one sample in a hundred was wrong. */
  public boolean hasMuchImpossible() {
    return impossible * 100 > samples;
  }

  /** Of all samples, as people read it: 12.3 %. */
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
