package dev.hotspotter.render.process;

import dev.hotspotter.render.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The limits of one render process.
 *
 * @param heap bytes of its heap
 * @param buffers bytes of direct buffers for its input, because the reader trusts the sizes in a
 *     recording
 * @param disk bytes of all files of one piece of work, input included
 * @param patience CPU time for a task, before the addition for its size
 * @param most CPU time for a task of any size
 * @param wall elapsed time of a piece of work, including access to the object store
 * @param last whether no other lane tries the work with higher limits
 */
public record RenderLimits(
    long heap,
    long buffers,
    long disk,
    Duration patience,
    Duration most,
    Duration wall,
    boolean last) {

  /** Limits for code: about 18 MiB of classes, and the code compiled from them. */
  private static final List<String> CODE = List.of(
      "-XX:MaxMetaspaceSize=40m",
      "-XX:CompressedClassSpaceSize=16m",
      "-XX:ReservedCodeCacheSize=12m");

  private static final int MIB = 1 << 20;

  /**
   * The JVM options of these limits. Without them, a file of a hundred bytes that claims gigabytes
   * would take as much outside the heap as inside.
   */
  List<String> options() {
    return Stream.concat(
            Stream.of(
                "-Xmx" + heap,
                "-XX:MaxDirectMemorySize=" + buffers,
                "-Djdk.nio.maxCachedBufferSize=" + MIB),
            CODE.stream())
        .toList();
  }

  /**
   * The CPU time of a task: patience, plus a second per MiB of input. That second is ten times what
   * the most diverse stacks need.
   */
  Duration cpu(long bytesRead) {
    var earned = patience.plusSeconds(bytesRead / MIB);
    return earned.compareTo(most) < 0 ? earned : most;
  }

  /** The message for a task that exceeded the limit. */
  String words(Limit limit, Duration cpu) {
    return switch (limit) {
      case MEMORY ->
        ("it needs more memory than the %d MiB of heap and %d MiB of buffers that rendering may use;"
                + " raise resources.limits.memory in the chart's values, or record for a shorter time")
            .formatted(heap / MIB, buffers / MIB);
      case DISK ->
        ("its files need more than the %d MiB of disk that rendering may use; raise tmp.sizeLimit"
                + " in the chart's values, or choose fewer events, formats or targets")
            .formatted(disk / MIB);
      case TIME ->
        ("it did not finish within %d s of CPU time, which is more than its size needs;"
                + " choose fewer events or formats, or record for a shorter time")
            .formatted(cpu.toSeconds());
    };
  }
}
