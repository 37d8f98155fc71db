package dev.hotspotter.render.process;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Waiting work, by namespace and job. Namespaces take turns, and so do the jobs of a namespace; a
 * job's work stays in order. So work waits for at most one piece of each other namespace, however
 * much that namespace has submitted.
 */
final class FairQueue<T> {

  private final Map<String, Map<String, Deque<T>>> waiting = new LinkedHashMap<>();

  /** The number of the last turn, by namespace and by job. */
  private final Map<String, Long> served = new HashMap<>();

  private long turns;

  void add(String namespace, String job, T work) {
    waiting
        .computeIfAbsent(namespace, n -> new LinkedHashMap<>())
        .computeIfAbsent(job, j -> new ArrayDeque<>())
        .add(work);
  }

  /** The number of pieces that wait in the namespace. */
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
