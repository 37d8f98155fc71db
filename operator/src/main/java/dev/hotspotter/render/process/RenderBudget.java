package dev.hotspotter.render.process;

import java.time.Duration;

/**
 * How the operator's memory and disk are shared out among the processes that render. One that goes over its share is the end of the
 * whole container, where the kernel ends all of its processes together, so that the shares never add up to more than there is.
 *
 * @param quick for what most recordings need
 * @param thorough for what needs more
 */
public record RenderBudget(RenderLimits quick, RenderLimits thorough) {

  private static final long MIB = 1 << 20;

  /** What the operator takes besides its heap: classes, code, threads, connections. */
  private static final long OPERATOR = 144 * MIB;

  /** What a process takes besides its heap and its buffers, and, of each 16 bytes of heap, what its collector takes. */
  private static final long PROCESS = 48 * MIB;

  private static final int COLLECTOR = 16;

  private static final long QUICK_HEAP = 48 * MIB;
  private static final long QUICK_BUFFERS = 16 * MIB;
  private static final long QUICK_DISK = 256 * MIB;

  /** Less would render nothing that the quick lane does not. */
  private static final long LEAST_HEAP = 64 * MIB;

  /** Of what a process has for heap and buffers. Buffers hold the constants of a chunk in one piece. */
  private static final int BUFFERS_PERCENT = 25;

  /** For what is small: reports, tables, what Java itself leaves there. */
  private static final long OTHER_DISK = 64 * MIB;

  /** Of CPU time; an ordinary recording takes a tenth of this. */
  private static final Duration QUICK = Duration.ofSeconds(5);

  /** On a busy machine, what is ordinary should stay where the worst does not. */
  private static final Duration QUICK_LONGEST = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration MOST = Duration.ofMinutes(3);

  /** On a machine that has no time for it, rendering takes longer without doing more. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * For so many threads in each lane.
   *
   * @param memory that the container may use
   * @param heap of it, that the operator's own heap may grow to
   * @param disk that all files may have together
   * @throws IllegalArgumentException when that is too little; the message says what to change
   */
  public static RenderBudget of(int threads, long memory, long heap, long disk) {
    var operator = heap + OPERATOR;
    var quick = QUICK_HEAP + QUICK_BUFFERS + overhead(QUICK_HEAP);
    var each = (memory - operator) / threads - quick - PROCESS;
    var buffers = each * BUFFERS_PERCENT / 100;
    var heapOfEach = (each - buffers) * COLLECTOR / (COLLECTOR + 1);
    if (heapOfEach < LEAST_HEAP) {
      var least =
          (OPERATOR + threads * (quick + PROCESS + needed(LEAST_HEAP))) * memory / (memory - heap);
      throw new IllegalArgumentException(
          "render.threads: %d needs resources.limits.memory of %d MiB or more, not %d MiB; raise the limit in the chart's values, or lower render.threads"
              .formatted(threads, Math.ceilDiv(least, MIB), memory / MIB));
    }
    var files = Math.max(0, disk - OTHER_DISK) / threads;
    var quickFiles = Math.min(QUICK_DISK, files / 8);
    return new RenderBudget(
        new RenderLimits(QUICK_HEAP, QUICK_BUFFERS, quickFiles, QUICK, QUICK, QUICK_LONGEST, false),
        new RenderLimits(heapOfEach, buffers, files - quickFiles, PATIENCE, MOST, LONGEST, true));
  }

  private static long overhead(long heap) {
    return PROCESS + heap / COLLECTOR;
  }

  /** For a heap of this size, with its buffers and its collector. */
  private static long needed(long heap) {
    return (heap + heap / COLLECTOR) * 100 / (100 - BUFFERS_PERCENT) + MIB;
  }

  /** What all processes together may take, the operator's included. */
  long sum(int threads, long heap) {
    return heap + OPERATOR + threads * (sum(quick) + sum(thorough));
  }

  private static long sum(RenderLimits limits) {
    return limits.heap() + limits.buffers() + overhead(limits.heap());
  }
}
