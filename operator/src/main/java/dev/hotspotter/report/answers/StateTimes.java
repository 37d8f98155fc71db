package dev.hotspotter.report.answers;

/**
 * How elapsed time is spread over what threads did, by wall samples.
 *
 * @param running on a processor, or about to be
 * @param waiting asleep, with a frame of the application on the stack
 * @param idle asleep, with none: as a rule a thread that waits for work
 */
public record StateTimes(Share running, Share waiting, Share idle) {

  /** Samples, and their percentage of those in all states. */
  public record Share(long samples, double percent) {}

  public static StateTimes of(long running, long waiting, long idle) {
    var all = running + waiting + idle;
    return new StateTimes(share(running, all), share(waiting, all), share(idle, all));
  }

  StateTimes plus(StateTimes other) {
    return of(
        running.samples + other.running.samples,
        waiting.samples + other.waiting.samples,
        idle.samples + other.idle.samples);
  }

  /** Idle threads are many in every JVM and answer nothing. */
  long busy() {
    return running.samples + waiting.samples;
  }

  private static Share share(long samples, long all) {
    return new Share(samples, all == 0 ? 0 : 100.0 * samples / all);
  }
}
