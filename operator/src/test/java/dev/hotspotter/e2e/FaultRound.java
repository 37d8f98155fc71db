package dev.hotspotter.e2e;

import dev.hotspotter.e2e.Fault.Effect;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** One injection of some faults, each while jobs of its own bench run. */
record FaultRound(Map<Fault, FaultBench> benches, OperatorReplicas operators) {

  void run(FaultTable table, Map<Fault, Random> moments) throws Exception {
    try (var clock = new OperatorClock(operators, operatorAhead())) {
      injectAndJudge(table, moments);
    }
  }

  private Duration operatorAhead() {
    if (benches.keySet().stream().anyMatch(f -> f.may(Effect.OPERATOR_TEN_MINUTES_AHEAD))) {
      return Duration.ofMinutes(10);
    }
    return benches.keySet().stream().anyMatch(f -> f.may(Effect.OPERATOR_TEN_MINUTES_BEHIND))
        ? Duration.ofMinutes(-10)
        : Duration.ZERO;
  }

  private void injectAndJudge(FaultTable table, Map<Fault, Random> moments)
      throws InterruptedException {
    var faults = benches.keySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      if (!succeeds(table, each(threads, FaultBench::prepare))) {
        return;
      }
      int replicas =
          faults.stream().anyMatch(fault -> fault.may(Effect.NEEDS_TWO_OPERATORS)) ? 2 : 1;
      operators.scale(replicas);
      var restarts = operators.restarts();
      benches.forEach((fault, bench) ->
          bench.startJobs(moments.get(fault), fault.may(Effect.NEEDS_LONG_RECORDINGS)));
      var victims = new HashMap<Fault, Future<Set<String>>>();
      benches.forEach((fault, bench) ->
          victims.put(fault, threads.submit(() -> fault.injection().into(bench))));
      if (!succeeds(table, victims)) {
        return;
      }
      var verdicts = new HashMap<Fault, Future<FaultJudge>>();
      benches.forEach((fault, bench) -> verdicts.put(
          fault,
          threads.submit(() -> new FaultJudge(
              fault.amid(faults),
              new FaultObserver(bench)
                  .evidence(
                      victims.get(fault).resultNow(), !operators.restarts().equals(restarts))))));
      if (succeeds(table, verdicts)) {
        benches.keySet().forEach(fault -> table.add(fault, verdicts.get(fault).resultNow()));
      }
    }
  }

  private Map<Fault, Future<Void>> each(ExecutorService threads, Consumer<FaultBench> step) {
    var futures = new HashMap<Fault, Future<Void>>();
    benches.forEach((fault, bench) -> futures.put(fault, threads.submit((Callable<Void>) () -> {
      step.accept(bench);
      return null;
    })));
    return futures;
  }

  /** Waits for all; a failure is a loss of its fault. */
  private static boolean succeeds(FaultTable table, Map<Fault, ? extends Future<?>> futures)
      throws InterruptedException {
    var failed = false;
    for (var fault : List.copyOf(futures.keySet())) {
      try {
        futures.get(fault).get();
      } catch (ExecutionException e) {
        table.addFailure(fault, "the test failed: " + e.getCause());
        e.getCause().printStackTrace();
        failed = true;
      }
    }
    return !failed;
  }
}
