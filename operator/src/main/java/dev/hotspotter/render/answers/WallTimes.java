package dev.hotspotter.render.answers;

import dev.hotspotter.render.stacks.ChunkNames;
import dev.hotspotter.report.answers.StateTimes;
import dev.hotspotter.report.answers.ThreadTimes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import one.jfr.JfrReader;
import one.jfr.event.ExecutionSample;

/**
 * Adds up wall samples by thread pool and by thread state. The profiler has two states: running and
 * asleep.
 */
final class WallTimes {

  private static final String STATES = "jdk.types.ThreadState";
  private static final String RUNNING = "STATE_RUNNABLE";
  private static final String ASLEEP = "STATE_SLEEPING";

  private final Map<String, Pool> pools = new HashMap<>();

  /** The sums of one pool. */
  private static final class Pool {

    private final Set<Integer> threads = new HashSet<>();
    private final Map<List<String>, Long> places = new HashMap<>();
    private long running;
    private long waiting;
    private long idle;
  }

  /**
   * Adds a wall sample. Samples of CPU time, which may be in the same recording, have another
   * state.
   */
  void add(ExecutionSample sample, JfrReader jfr, ChunkNames names) {
    var state = jfr.enums.get(STATES).get(sample.threadState);
    if (!RUNNING.equals(state) && !ASLEEP.equals(state)) {
      return;
    }
    var pool = pools.computeIfAbsent(names.pool(sample.tid), name -> new Pool());
    pool.threads.add(sample.tid);
    var spot = names.spot(sample.stackTraceId);
    if (RUNNING.equals(state)) {
      pool.running += sample.samples;
    } else if (spot.isPresent() && spot.get().ofTheApplication()) {
      pool.waiting += sample.samples;
      pool.places.merge(spot.get().path(), (long) sample.samples, Long::sum);
    } else {
      pool.idle += sample.samples;
    }
  }

  ThreadTimes result() {
    return ThreadTimes.of(pools.entrySet().stream()
        .map(pool -> pool(pool.getKey(), pool.getValue()))
        .toList());
  }

  private static ThreadTimes.Pool pool(String name, Pool pool) {
    var places = pool.places.entrySet().stream()
        .map(place ->
            new ThreadTimes.Place(place.getKey().getLast(), place.getValue(), place.getKey()))
        .toList();
    return new ThreadTimes.Pool(
        name, pool.threads.size(), StateTimes.of(pool.running, pool.waiting, pool.idle), places);
  }
}
