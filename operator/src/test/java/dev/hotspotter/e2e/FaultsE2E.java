package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Faults at random moments, none of which loses a target or harms one. The whole form, make
 * test-faults, injects each fault alone and often; the short form injects most of them once,
 * several at a time. It comes last, because other tests count the restarts of the operator.
 */
@Order(Integer.MAX_VALUE)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsE2E {

  /** Of the short form. */
  private static final int ROUNDS = 5;

  private static final List<Fault> OF_BENCHES = Stream.of(
          PodFaults.QUICK, JvmFaults.QUICK, JobFaults.QUICK)
      .flatMap(List::stream)
      .toList();

  private static final boolean WHOLE = "whole".equals(System.getProperty("faults"));
  /** The short form repeats itself, so that a change of the code explains a change of its result. */
  private static final long SEED =
      Long.getLong("faults.seed", WHOLE ? new Random().nextInt(1_000_000) : 1);

  /** A regular expression that chooses some of the faults. */
  private static final Predicate<String> CHOSEN =
      Pattern.compile(System.getProperty("faults.only", "")).asPredicate();

  /** The most injections of each fault. */
  private static final int MOST = Integer.getInteger("faults.most", Integer.MAX_VALUE);

  private final FaultTable table = new FaultTable();
  private final Map<String, FaultBench> benches = new HashMap<>();
  private final Map<String, Integer> injections = new HashMap<>();
  private Cluster cluster;
  private OperatorReplicas operators;

  @BeforeAll
  void connect() {
    cluster = new Cluster();
    operators = new OperatorReplicas(cluster);
    demoLoad(0);
  }

  /** Leaves one operator that was never restarted, because other tests look at that. */
  @AfterAll
  void leaveAsFound() throws Exception {
    operators.scale(0);
    operators.scale(1);
    demoLoad(1);
    cluster.close();
  }

  /** Takes a quarter of the machine, which the faults need. */
  private void demoLoad(int replicas) {
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace("demo")
        .withName("notifier-load")
        .scale(replicas);
  }

  @Test
  void no_fault_loses_or_harms_a_target() throws Exception {
    System.out.printf("to repeat these faults: -Dfaults.seed=%d%n", SEED);
    try {
      for (var round : WHOLE ? oneByOne() : together()) {
        run(round);
        if (WHOLE) {
          FaultsPage.latest().write(Fault.all().stream().map(Fault::name).toList(), table.cells());
        }
      }
    } finally {
      System.out.println(table.text());
    }
    assertThat(table.complaints()).isEmpty();
  }

  private static List<List<Fault>> oneByOne() {
    return Fault.all().stream()
        .filter(fault -> CHOSEN.test(fault.name()))
        .flatMap(
            fault -> Stream.generate(() -> List.of(fault)).limit(Math.min(MOST, fault.times())))
        .toList();
  }

  /** In each round a fault of the operator, one of store and node, and some of pods and jobs. */
  private static List<List<Fault>> together() {
    var rounds = new ArrayList<List<Fault>>();
    for (var i = 0; i < ROUNDS; i++) {
      rounds.add(Stream.of(ControlFaults.QUICK, NodeFaults.QUICK, OF_BENCHES)
          .flatMap(each(i))
          .filter(fault -> CHOSEN.test(fault.name()))
          .toList());
    }
    return rounds.stream().filter(round -> !round.isEmpty()).toList();
  }

  /** Those of a list that have their turn in this round. */
  private static Function<List<Fault>, Stream<Fault>> each(int round) {
    return faults -> IntStream.range(0, faults.size())
        .filter(index -> index % ROUNDS == round)
        .mapToObj(faults::get);
  }

  private void run(List<Fault> faults) throws Exception {
    var size = WHOLE ? 10 : 2;
    var of = new LinkedHashMap<Fault, FaultBench>();
    for (var fault : faults) {
      of.put(
          fault,
          benches.computeIfAbsent(
              "faults-" + of.size(), name -> new FaultBench(cluster, name, size, WHOLE)));
    }
    var began = System.nanoTime();
    var complaints = table.complaints().size();
    new FaultRound(of, operators).run(table, moments(faults));
    System.out.printf(
        "%3d s: %s%n",
        (System.nanoTime() - began) / 1_000_000_000,
        faults.stream().map(Fault::name).collect(Collectors.joining(", ")));
    table.complaints().stream().skip(complaints).forEach(System.out::println);
  }

  /** The same for the same seed, whichever other faults are chosen. */
  private Map<Fault, Random> moments(List<Fault> faults) {
    return faults.stream()
        .collect(Collectors.toMap(
            fault -> fault,
            fault -> new Random(SEED * 31
                + fault.name().hashCode()
                + 1_000_003L * injections.merge(fault.name(), 1, Integer::sum))));
  }
}
