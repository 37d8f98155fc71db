package dev.hotspotter.report.answers;

import java.util.List;

/**
 * Contention: the waits to enter monitors and locks of java.util.concurrent.
 *
 * @param waits the number of waits
 * @param nanos the time of all waits, over all threads
 * @param locks the most contended locks, by class
 * @param others the sum of all other locks
 */
public record LockWaits(long waits, long nanos, List<Lock> locks, Others others) {

  private static final int KEPT = 40;
  private static final int PUBLISHED = 10;
  private static final int DETAILS_KEPT = 10;
  private static final int DETAILS_PUBLISHED = 5;

  /**
   * All locks of one class.
   *
   * @param percent their share of the waiting time
   * @param waitingIn the places where threads wait
   * @param owners the pools that held the lock meanwhile, where that is known
   */
  public record Lock(
      String lock,
      long waits,
      long nanos,
      double percent,
      List<Place> waitingIn,
      List<Owner> owners) {

    /** A lock whose share is not yet known. */
    public static Lock of(
        String lock, long waits, long nanos, List<Place> waitingIn, List<Owner> owners) {
      return new Lock(lock, waits, nanos, 0, waitingIn, owners);
    }

    private Lock plus(Lock other) {
      return of(
          lock,
          waits + other.waits,
          nanos + other.nanos,
          HeaviestItems.both(waitingIn, other.waitingIn),
          HeaviestItems.both(owners, other.owners));
    }

    private Lock with(long all, int details) {
      return new Lock(
          lock,
          waits,
          nanos,
          all == 0 ? 0 : 100.0 * nanos / all,
          HeaviestItems.of(waitingIn, Place::name, Place::plus, Place::nanos, details)
              .kept(),
          HeaviestItems.of(owners, Owner::pool, Owner::plus, Owner::nanos, details)
              .kept());
    }
  }

  /**
   * The application frame that waits, with the end of the stack to it. Without an application frame
   * it is the innermost frame.
   */
  public record Place(String frame, long waits, long nanos, List<String> path) {

    private Place plus(Place other) {
      return new Place(frame, waits + other.waits, nanos + other.nanos, path);
    }

    private String name() {
      return String.join(";", path);
    }
  }

  /** A pool of threads that held the lock, with the waits of other threads for it. */
  public record Owner(String pool, long waits, long nanos) {

    private Owner plus(Owner other) {
      return new Owner(pool, waits + other.waits, nanos + other.nanos);
    }
  }

  /** The locks that are not listed. A class in several recordings counts once for each. */
  public record Others(int locks, long waits, long nanos) {

    private Others plus(Others other) {
      return new Others(locks + other.locks, waits + other.waits, nanos + other.nanos);
    }
  }

  public static LockWaits of(List<Lock> locks) {
    return of(locks, new Others(0, 0, 0), KEPT, DETAILS_KEPT);
  }

  LockWaits plus(LockWaits other) {
    return of(
        HeaviestItems.both(locks, other.locks), others.plus(other.others), KEPT, DETAILS_KEPT);
  }

  /** The waits with few enough locks for readers. */
  LockWaits published() {
    return of(locks, others, PUBLISHED, DETAILS_PUBLISHED);
  }

  private static LockWaits of(List<Lock> locks, Others before, int most, int details) {
    var heaviest = HeaviestItems.of(locks, Lock::lock, Lock::plus, Lock::nanos, most);
    var others = heaviest.rest().stream()
        .map(lock -> new Others(1, lock.waits, lock.nanos))
        .reduce(before, Others::plus);
    var waits = others.waits + heaviest.kept().stream().mapToLong(Lock::waits).sum();
    var nanos = others.nanos + heaviest.kept().stream().mapToLong(Lock::nanos).sum();
    return new LockWaits(
        waits,
        nanos,
        heaviest.kept().stream().map(lock -> lock.with(nanos, details)).toList(),
        others);
  }
}
