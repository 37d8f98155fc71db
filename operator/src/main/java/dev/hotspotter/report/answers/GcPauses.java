package dev.hotspotter.report.answers;

import java.util.List;

/**
 * The garbage collector's pauses of the application.
 *
 * @param collections the number of collections
 * @param pauseNanos the sum of all pauses
 * @param longestNanos the longest single pause
 * @param percent the pauses' share of the recorded time, 0 to 100
 * @param causes the collectors and causes with the longest pauses together
 */
public record GcPauses(
    long collections, long pauseNanos, long longestNanos, double percent, List<Cause> causes) {

  private static final int KEPT = 20;
  private static final String OTHERS = "others";

  /** Collections of one kind, named as the JVM does, such as G1New and G1 Evacuation Pause. */
  public record Cause(
      String collector, String cause, long collections, long pauseNanos, long longestNanos) {

    private Cause plus(Cause other) {
      return new Cause(
          collector,
          cause,
          collections + other.collections,
          pauseNanos + other.pauseNanos,
          Math.max(longestNanos, other.longestNanos));
    }

    private Cause asOther() {
      return new Cause(OTHERS, OTHERS, collections, pauseNanos, longestNanos);
    }

    private String name() {
      return collector + ";" + cause;
    }
  }

  /** Adds up the pauses of recordings; windowNanos is the sum of their durations. */
  public static GcPauses of(List<Cause> causes, long windowNanos) {
    var heaviest = HeaviestItems.of(causes, Cause::name, Cause::plus, Cause::pauseNanos, KEPT);
    var rest = heaviest.rest().stream().map(Cause::asOther).reduce(Cause::plus);
    var all = rest.map(others -> HeaviestItems.both(heaviest.kept(), List.of(others)))
        .orElse(heaviest.kept());
    var pauses = all.stream().mapToLong(Cause::pauseNanos).sum();
    return new GcPauses(
        all.stream().mapToLong(Cause::collections).sum(),
        pauses,
        all.stream().mapToLong(Cause::longestNanos).max().orElse(0),
        windowNanos == 0 ? 0 : 100.0 * pauses / windowNanos,
        all);
  }

  GcPauses plus(GcPauses other, long windowNanos) {
    return of(HeaviestItems.both(causes, other.causes), windowNanos);
  }
}
