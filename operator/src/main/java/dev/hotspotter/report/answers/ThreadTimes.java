package dev.hotspotter.report.answers;

import java.util.List;

/**
 * The activity of threads, from wall samples.
 *
 * @param all the sum of all threads
 * @param pools the busiest pools first
 * @param others the sum of all other pools
 */
public record ThreadTimes(StateTimes all, List<Pool> pools, Others others) {

  private static final int KEPT = 50;
  private static final int PUBLISHED = 20;
  private static final int PLACES_KEPT = 6;
  private static final int PLACES_PUBLISHED = 3;

  /**
   * Threads with similar names; waitingIn are the places where they waited most, empty for idle
   * pools.
   */
  public record Pool(String pool, int threads, StateTimes times, List<Place> waitingIn) {

    private Pool plus(Pool other) {
      return new Pool(
          pool,
          threads + other.threads,
          times.plus(other.times),
          HeaviestItems.both(waitingIn, other.waitingIn));
    }

    private Pool with(int places) {
      return new Pool(
          pool,
          threads,
          times,
          HeaviestItems.of(waitingIn, Place::name, Place::plus, Place::samples, places)
              .kept());
    }
  }

  /** An application frame in which threads sleep, with the end of the stack to it. */
  public record Place(String frame, long samples, List<String> path) {

    private Place plus(Place other) {
      return new Place(frame, samples + other.samples, path);
    }

    private String name() {
      return String.join(";", path);
    }
  }

  /** The pools that are not listed. A pool in several recordings counts once for each. */
  public record Others(int pools, int threads, StateTimes times) {}

  public static ThreadTimes of(List<Pool> pools) {
    return of(pools, new Others(0, 0, StateTimes.of(0, 0, 0)), KEPT, PLACES_KEPT);
  }

  ThreadTimes plus(ThreadTimes other) {
    var rest = new Others(
        others.pools + other.others.pools,
        others.threads + other.others.threads,
        others.times.plus(other.others.times));
    return of(HeaviestItems.both(pools, other.pools), rest, KEPT, PLACES_KEPT);
  }

  /** The times with few enough pools for readers. */
  ThreadTimes published() {
    return of(pools, others, PUBLISHED, PLACES_PUBLISHED);
  }

  private static ThreadTimes of(List<Pool> pools, Others before, int most, int places) {
    var heaviest = HeaviestItems.of(pools, Pool::pool, Pool::plus, pool -> pool.times.busy(), most);
    var others = heaviest.rest().stream()
        .map(pool -> new Others(1, pool.threads, pool.times))
        .reduce(
            before,
            (a, b) -> new Others(a.pools + b.pools, a.threads + b.threads, a.times.plus(b.times)));
    var all = heaviest.kept().stream().map(Pool::times).reduce(others.times, StateTimes::plus);
    return new ThreadTimes(
        all, heaviest.kept().stream().map(pool -> pool.with(places)).toList(), others);
  }
}
