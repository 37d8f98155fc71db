package dev.hotspotter.render.process;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What waits, by namespace and job: next is the namespace that has waited longest since its last turn, in it the job that has, and
 * of that what came first. So nobody waits for more than one piece of work of each other namespace, however much that has sent.
 */
final class FairQueue<T> {

  private final Map<String, Map<String, Deque<T>>> waiting = new LinkedHashMap<>();

  /** The number of its last turn, by namespace and by job. */
  private final Map<String, Long> served = new HashMap<>();

  private long turns;

  void add(String namespace, String job, T work) {
    waiting
        .computeIfAbsent(namespace, n -> new LinkedHashMap<>())
        .computeIfAbsent(job, j -> new ArrayDeque<>())
        .add(work);
  }

  /** How much of the namespace waits. */
  int waiting(String namespace) {
    return waiting.getOrDefault(namespace, Map.of()).values().stream()
        .mapToInt(Deque::size)
        .sum();
  }

  Optional<T> next() {
    if (waiting.isEmpty()) {
      served.clear();
      return Optional.empty();
    }
    var namespace = next(waiting);
    var jobs = waiting.get(namespace);
    var job = next(jobs);
    var work = jobs.get(job).remove();
    if (jobs.get(job).isEmpty()) {
      remove(job);
    }
    served.put(namespace, ++turns);
    served.put(job, turns);
    return Optional.of(work);
  }

  private String next(Map<String, ?> of) {
    return of.keySet().stream()
        .min(Comparator.comparing(name -> served.getOrDefault(name, 0L)))
        .orElseThrow();
  }

  void remove(String job) {
    waiting.values().forEach(jobs -> jobs.remove(job));
    waiting.values().removeIf(Map::isEmpty);
  }
}
