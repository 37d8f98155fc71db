package dev.hotspotter.render.answers;

import dev.hotspotter.render.stacks.ChunkNames;
import dev.hotspotter.report.answers.LockWaits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import one.jfr.JfrReader;
import one.jfr.event.ContendedLock;

/** Adds up the waits for locks, by the lock's class and by the stack that waits. */
final class Contention {

  private static final String UNKNOWN = "unknown";

  private final Map<String, Map<List<String>, Wait>> locks = new HashMap<>();

  /** The number of waits and their total time. */
  static final class Wait {

    long times;
    long nanos;

    void add(long duration) {
      times++;
      nanos += Math.max(0, duration);
    }
  }

  void add(ContendedLock wait, JfrReader jfr, ChunkNames names) {
    var path = names.spot(wait.stackTraceId).map(ChunkNames.Spot::path).orElse(List.of(UNKNOWN));
    locks
        .computeIfAbsent(names.type(wait.classId), lock -> new HashMap<>())
        .computeIfAbsent(path, place -> new Wait())
        .add((long) (wait.duration * jfr.nanosPerTick));
  }

  /**
   * Adds a wait that the JVM recorded, unless the thread is parked: the JVM records every parked
   * thread as one that waits for a lock.
   */
  void addUnlessParked(ContendedLock wait, JfrReader jfr, ChunkNames names) {
    var parked = names
        .spot(wait.stackTraceId)
        .map(ChunkNames.Spot::method)
        .filter(method -> method.endsWith(".Unsafe.park"));
    if (parked.isEmpty()) {
      add(wait, jfr, names);
    }
  }

  LockWaits result(Map<String, List<LockWaits.Owner>> owners) {
    return LockWaits.of(locks.entrySet().stream()
        .map(lock -> lock(
            lock.getKey(),
            lock.getValue(),
            Optional.ofNullable(owners.get(lock.getKey())).orElse(List.of())))
        .toList());
  }

  private static LockWaits.Lock lock(
      String name, Map<List<String>, Wait> waits, List<LockWaits.Owner> owners) {
    var places = waits.entrySet().stream()
        .map(place -> new LockWaits.Place(
            place.getKey().getLast(),
            place.getValue().times,
            place.getValue().nanos,
            place.getKey()))
        .toList();
    return LockWaits.Lock.of(
        name,
        places.stream().mapToLong(LockWaits.Place::waits).sum(),
        places.stream().mapToLong(LockWaits.Place::nanos).sum(),
        places,
        owners);
  }
}
