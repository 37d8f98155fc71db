package dev.hotspotter.render.answers;

import dev.hotspotter.render.FrameNames;
import dev.hotspotter.report.answers.GcPauses;
import dev.hotspotter.report.answers.LockWaits;
import dev.hotspotter.report.answers.ThreadPools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads events that only the JVM's own recorder has: garbage collections, and the owners of
 * contended monitors.
 */
final class JvmEvents {

  private final List<GcPauses.Cause> collections = new ArrayList<>();
  private final Map<String, Map<String, Contention.Wait>> owners = new HashMap<>();

  /** Requires a file with the JVM's chunks only. */
  void read(Path jfr) throws IOException {
    try (var events = new RecordingFile(jfr)) {
      while (events.hasMoreEvents()) {
        var event = events.readEvent();
        switch (event.getEventType().getName()) {
          case "jdk.GarbageCollection" -> collection(event);
          case "jdk.JavaMonitorEnter" -> owner(event);
          default -> {}
        }
      }
    }
  }

  private void collection(RecordedEvent event) {
    collections.add(new GcPauses.Cause(
        FrameNames.clean(event.getString("name")),
        FrameNames.clean(event.getString("cause")),
        1,
        event.getDuration("sumOfPauses").toNanos(),
        event.getDuration("longestPause").toNanos()));
  }

  private void owner(RecordedEvent event) {
    var monitor = event.getClass("monitorClass");
    RecordedThread owner = event.getThread("previousOwner");
    if (monitor != null && owner != null) {
      owners
          .computeIfAbsent(FrameNames.clean(monitor.getName()), lock -> new HashMap<>())
          .computeIfAbsent(
              ThreadPools.of(Optional.ofNullable(owner.getJavaName()).orElse(owner.getOSName())),
              pool -> new Contention.Wait())
          .add(event.getDuration().toNanos());
    }
  }

  GcPauses pauses(long windowNanos) {
    return GcPauses.of(collections, windowNanos);
  }

  /** The owners by the monitor's class. */
  Map<String, List<LockWaits.Owner>> owners() {
    var all = new HashMap<String, List<LockWaits.Owner>>();
    owners.forEach((lock, pools) -> all.put(
        lock,
        pools.entrySet().stream()
            .map(pool ->
                new LockWaits.Owner(pool.getKey(), pool.getValue().times, pool.getValue().nanos))
            .toList()));
    return all;
  }
}
