package dev.hotspotter.e2e;

import java.util.List;
import java.util.Map;

/**
 * An option of spec.recording or spec.artifacts, and its visible effect on jobs. An option that not
 * every node supports may also be refused with a reason and a fix.
 *
 * @param jobs names of jobs; the effect gets the first one, and may compare it with others
 */
record Option(String name, List<String> jobs, String cell, Effect effect) {

  /** Fails if it is not there. */
  interface Effect {
    void check(OptionRun run, Map<String, OptionRun> all) throws Exception;
  }

  static Option of(String name, String job, Effect effect) {
    return new Option(name, List.of(job), "yes", effect);
  }

  /** The option with other words than yes. */
  Option reading(String words) {
    return new Option(name, jobs, words, effect);
  }

  @Override
  public String toString() {
    return name;
  }
}
