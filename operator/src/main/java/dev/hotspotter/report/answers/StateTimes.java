package dev.hotspotter.report.answers;

/**
 * Elapsed time by thread state, from wall samples.
 *
 * @param running on a processor, or ready to run
 * @param waiting asleep, with an application frame on the stack
 * @param idle asleep without an application frame: usually a thread that waits for work
 */
public record StateTimes(Share running, Share waiting, Share idle) {

  /** Samples of one state, and their percentage of all samples. */
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

  /** Samples that are not idle. Every JVM has many idle threads, which say nothing. */
  long busy() {
    return running.samples + waiting.samples;
  }

  private static Share share(long samples, long all) {
    return new Share(samples, all == 0 ? 0 : 100.0 * samples / all);
  }
}
