package dev.hotspotter.e2e;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A fault that happens while jobs run. Targets may fail only with its reasons: those for its victims,
 * and those for the other targets of the job.
 */
record Fault(
    Part part,
    String name,
    int times,
    Set<String> ofVictims,
    Set<String> ofOthers,
    Set<Effect> effects,
    Injection injection) {

  /** Every fault, in the order of the table. */
  static List<Fault> all() {
    return Stream.of(
            ControlFaults.QUICK,
            ControlFaults.SLOW,
            NodeFaults.QUICK,
            NodeFaults.SLOW,
            PodFaults.QUICK,
            JvmFaults.QUICK,
            JvmFaults.SLOW,
            JobFaults.QUICK)
        .flatMap(List::stream)
        .toList();
  }

  /** What it strikes: the short form lets faults of different parts happen together. */
  enum Part {
    /** The operator and the API server. */
    CONTROL,
    /** The object store and the node's daemons. */
    NODE,
    /** Only the jobs and pods of its own bench. */
    BENCH
  }

  /** What a fault does by its nature, which is then no loss and no harm. */
  enum Effect {
    RESTARTS_VICTIMS,
    DELETES_JOBS,
    RESTARTS_OPERATOR,
    NEEDS_TWO_OPERATORS,
    NEEDS_LONG_RECORDINGS,
    OPERATOR_TEN_MINUTES_AHEAD,
    OPERATOR_TEN_MINUTES_BEHIND
  }

  /** Makes the fault happen, and returns when it is over. */
  @FunctionalInterface
  interface Injection {

    /** The names of the pods that it struck, its victims. */
    Set<String> into(FaultBench bench) throws Exception;
  }

  /** A fault that nobody but its victims may notice; the whole form injects it so many times. */
  static Fault of(Part part, String name, int times, Injection injection) {
    return atOnce(part, name, times, bench -> {
      bench.hold(bench.moment());
      return injection.into(bench);
    });
  }

  /** A fault that chooses its moment itself. */
  static Fault atOnce(Part part, String name, int times, Injection injection) {
    return new Fault(part, name, times, Set.of(), Set.of(), Set.of(), injection);
  }

  Fault failsVictims(String... reasons) {
    return new Fault(part, name, times, Set.of(reasons), ofOthers, effects, injection);
  }

  Fault failsOthers(String... reasons) {
    return new Fault(part, name, times, ofVictims, Set.of(reasons), effects, injection);
  }

  Fault has(Effect... effects) {
    return new Fault(part, name, times, ofVictims, ofOthers, Set.of(effects), injection);
  }

  /** The same fault while others happen, which strike its bench, too, unless they are of a bench. */
  Fault amid(Collection<Fault> all) {
    var reasons = new HashSet<>(ofOthers);
    var allEffects = new HashSet<>(effects);
    all.stream().filter(fault -> fault.part != Part.BENCH).forEach(fault -> {
      reasons.addAll(fault.ofOthers);
      allEffects.addAll(fault.effects);
    });
    return new Fault(part, name, times, ofVictims, reasons, allEffects, injection);
  }

  boolean may(Effect effect) {
    return effects.contains(effect);
  }
}
