package dev.hotspotter.report.answers;

import java.util.List;

/**
 * How long the garbage collector stopped the application.
 *
 * @param collections how many there were
 * @param pauseNanos what their pauses took together
 * @param longestNanos the longest single pause
 * @param percent the share of the recorded time, 0 to 100
 * @param causes by collector and cause, those that took most
 */
public record GcPauses(
    long collections, long pauseNanos, long longestNanos, double percent, List<Cause> causes) {

  private static final int KEPT = 20;
  private static final String OTHERS = "others";

  /** Collections of one kind, in the words of the JVM: G1New, G1 Evacuation Pause. */
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

  /** Of recordings that are together so long. */
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
