package dev.hotspotter.render.process;

import dev.hotspotter.render.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one process that renders may take.
 *
 * @param heap bytes of its heap
 * @param buffers bytes outside of its heap for what it reads: a recording says how large a piece of it is, and is believed
 * @param disk bytes of all files of one piece of work, those that it reads included
 * @param patience of CPU time for a task, besides what its size earns it
 * @param most of CPU time for a task, however large it is
 * @param wall from the beginning of a piece of work to its end, what the store takes included
 * @param last nothing else would try it with more
 */
public record RenderLimits(
    long heap,
    long buffers,
    long disk,
    Duration patience,
    Duration most,
    Duration wall,
    boolean last) {

  /** For code: some 18 MiB of classes, and what one compiler makes of them. */
  private static final List<String> CODE = List.of(
      "-XX:MaxMetaspaceSize=40m",
      "-XX:CompressedClassSpaceSize=16m",
      "-XX:ReservedCodeCacheSize=12m");

  private static final int MIB = 1 << 20;

  /** For a JVM: without these, a file of a hundred bytes that speaks of gigabytes would take as much outside of the heap as in it. */
  List<String> options() {
    return Stream.concat(
            Stream.of(
                "-Xmx" + heap,
                "-XX:MaxDirectMemorySize=" + buffers,
                "-Djdk.nio.maxCachedBufferSize=" + MIB),
            CODE.stream())
        .toList();
  }

  /** A second for each MiB that it reads: ten times what a recording needs whose stacks are as different as they can be. */
  Duration cpu(long bytesRead) {
    var earned = patience.plusSeconds(bytesRead / MIB);
    return earned.compareTo(most) < 0 ? earned : most;
  }

  /** What to say of a task for which this was not enough. */
  String words(Limit limit, Duration cpu) {
    return switch (limit) {
      case MEMORY ->
        "it needs more memory than the %d MiB of heap and %d MiB of buffers that rendering may use; raise resources.limits.memory in the chart's values, or record for a shorter time"
            .formatted(heap / MIB, buffers / MIB);
      case DISK ->
        "its files need more than the %d MiB of disk that rendering may use; raise tmp.sizeLimit in the chart's values, or choose fewer events, formats or targets"
            .formatted(disk / MIB);
      case TIME ->
        "it was not done within %d s of CPU time, which no recording of its size needs; choose fewer events or formats, or record for a shorter time"
            .formatted(cpu.toSeconds());
    };
  }
}
