package dev.hotspotter.render.process;

import java.time.Duration;

/**
 * The shares of the operator's memory and disk for each render process. If a process exceeds its
 * share, the kernel kills the whole container. So the shares never add up to more than its limits.
 *
 * @param quick the limits of the quick lane, enough for most recordings
 * @param thorough the limits of the thorough lane, for the rest
 */
public record RenderBudget(RenderLimits quick, RenderLimits thorough) {

  private static final long MIB = 1 << 20;

  /** The operator's memory besides its heap: classes, code, threads, connections. */
  private static final long OPERATOR = 144 * MIB;

  /**
   * A process's memory besides heap and buffers. Its collector also takes a byte per 16 bytes of
   * heap.
   */
  private static final long PROCESS = 48 * MIB;

  private static final int COLLECTOR = 16;

  private static final long QUICK_HEAP = 48 * MIB;
  private static final long QUICK_BUFFERS = 16 * MIB;
  private static final long QUICK_DISK = 256 * MIB;

  /** A smaller heap would render no more than the quick lane does. */
  private static final long LEAST_HEAP = 64 * MIB;

  /**
   * The buffers' share of heap and buffers. A buffer holds the constants of a chunk in one piece.
   */
  private static final int BUFFERS_PERCENT = 25;

  /** The space for small files: reports, tables, and files of Java itself. */
  private static final long OTHER_DISK = 64 * MIB;

  /** CPU time; an ordinary recording takes a tenth of it. */
  private static final Duration QUICK = Duration.ofSeconds(5);

  /** Elapsed time; long enough for ordinary work on a busy machine. */
  private static final Duration QUICK_LONGEST = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration MOST = Duration.ofMinutes(3);

  /** Elapsed time, which is longer on a busy machine. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * The budget for this number of threads in each lane.
   *
   * @param memory the container's memory limit
   * @param heap the part of it for the operator's own heap
   * @param disk the limit for all files together
   * @throws IllegalArgumentException if that is too little; the message says what to change
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
          ("render.threads: %d needs resources.limits.memory of %d MiB or more, not %d MiB;"
                  + " raise the limit in the chart's values, or lower render.threads")
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

  /** The memory for a heap of this size, with its buffers and collector. */
  private static long needed(long heap) {
    return (heap + heap / COLLECTOR) * 100 / (100 - BUFFERS_PERCENT) + MIB;
  }

  /** The most memory that all processes may take, including the operator. */
  long sum(int threads, long heap) {
    return heap + OPERATOR + threads * (sum(quick) + sum(thorough));
  }

  private static long sum(RenderLimits limits) {
    return limits.heap() + limits.buffers() + overhead(limits.heap());
  }
}
