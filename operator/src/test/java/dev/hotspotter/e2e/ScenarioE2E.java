package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.report.comparison.ShareChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks reports against programs with a known answer: each workload of src/test/workloads states
 * what is true of it, and why.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScenarioE2E {

  /** Fewer samples of a frame may prove nothing; ten seconds have more if the machine has time. */
  private static final int ENOUGH_SAMPLES = 200;

  private static final Scenario MAIL =
      Scenario.of("mail", "events: [{type: cpu, interval: 1ms}]", "Mail before", "Mail after");
  private static final Scenario LOG = Scenario.of(
      "log", "events: [{type: cpu, interval: 1ms}, {type: alloc}]", "Log before", "Log after");
  private static final Scenario EXPORT =
      Scenario.of("export", "events: [{type: alloc}]", "Export before", "Export after");
  private static final Scenario POOL = Scenario.of(
      "pool",
      "events: [{type: wall, interval: 20ms}, {type: lock},"
          + " {type: trace, methods: [{name: scenario.Pool.borrow, threshold: 1ms}]}]",
      "Pool 8",
      "Pool 50");
  private static final Scenario REQUESTS = Scenario.of(
      "requests",
      "events: [{type: cpu, interval: 1ms}, {type: wall, interval: 20ms}]",
      "Requests platform",
      "Requests virtual");
  private static final Scenario BIG_NUMBERS = new Scenario(
      "big-numbers",
      "events: [{type: cpu, interval: 1ms}]",
      new Scenario.Side(11, "BigNumbers"),
      new Scenario.Side(25, "BigNumbers"));

  /** The allowed distance from the truth, in percentage points. */
  private static final Offset<Double> NEAR = within(10.0);

  /** Each has two pods, of which one takes a sixth of a processor. */
  private static final int AT_A_TIME = 3;

  private final Map<Scenario, Future<Scenario.Outcome>> outcomes = new LinkedHashMap<>();

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void runAll() {
    cluster = new Cluster();
    cluster.namespace(Scenario.NAMESPACE, "restricted");
    try (var threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      scenarios()
          .forEach(scenario -> outcomes.put(scenario, threads.submit(() -> scenario.run(cluster))));
    }
  }

  static Stream<Scenario> scenarios() {
    return Stream.of(MAIL, LOG, EXPORT, POOL, REQUESTS, BIG_NUMBERS);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void all_jobs_succeed(Scenario scenario) throws Exception {
    var outcome = outcomes.get(scenario).get();

    assertThat(List.of(outcome.before(), outcome.again(), outcome.after()))
        .allSatisfy(job -> assertThat(job.getStatus().phase())
            .as("%s", job.getStatus())
            .isEqualTo(JobPhase.SUCCEEDED));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void nothing_has_changed_in_a_pod_that_is_as_it_was(Scenario scenario) throws Exception {
    var again = outcomes.get(scenario).get().again();

    var comparison = report(again).json().comparison();

    assertThat(comparison.verdict().reason())
        .as(comparison.verdict().message())
        .isEqualTo(Reasons.NOTHING_CHANGED);
    assertThat(comparison.events().values())
        .allSatisfy(
            event -> assertThat(event.verdict().reason()).isEqualTo(Reasons.NOTHING_CHANGED));
    assertThat(compared(again)).isEqualTo(comparison.verdict().message());
  }

  @Test
  void the_hash_that_is_made_too_often_falls_by_more_than_half() throws Exception {
    var outcome = outcomes.get(MAIL).get();
    var before = report(outcome.before());
    var after = report(outcome.after());

    assertThat(outcome.before().getStatus().hottest().frame()).isEqualTo("Mail.uniqueId");
    assertThat(before.ownShare("cpu", "Mail.uniqueId")).isCloseTo(60, near(before, "cpu", 60));
    assertThat(before.self("cpu")).first().asString().contains("md5_implCompress");
    assertThat(outcome.after().getStatus().hottest().frame()).isEqualTo("Mail.signature");
    assertThat(after.ownShare("cpu", "Mail.uniqueId")).isCloseTo(20, near(after, "cpu", 20));
    assertThat(after.differences("cpu").verdict().reason()).isEqualTo(Reasons.FRAMES_CHANGED);
    assertFell(after.change("cpu", "Mail.uniqueId"));
    assertThat(after.change("cpu", "Mail.signature").difference()).isPositive();
    assertThat(compared(outcome.after()))
        .contains(
            "against mail-before, cpu: ", "Mail.uniqueId fell from ", "Mail.signature rose from ");
  }

  @Test
  void the_logger_that_walks_the_stack_and_formats_digits() throws Exception {
    var outcome = outcomes.get(LOG).get();
    var before = report(outcome.before());
    var after = report(outcome.after());

    for (var event : List.of("cpu", "alloc")) {
      for (var frame : List.of("methodName", "hex")) {
        var truth = truth(outcome.log(), event, frame);
        assertThat(before.ownShare(event, "Log." + frame))
            .as("%s of %s", event, frame)
            .isCloseTo(truth, near(before, event, truth));
        assertThat(after.ownShare(event, "Log." + frame))
            .as("%s of %s", event, frame)
            .isLessThan(before.ownShare(event, "Log." + frame) / 2);
      }
      var fell = after.change(event, "Log.hex");
      assertFell(fell);
      assertThat(after.differences(event).verdict().reason())
          .as(event)
          .isEqualTo(fell.changed() ? Reasons.FRAMES_CHANGED : Reasons.NOTHING_CHANGED);
    }
  }

  @Test
  void the_allocation_storm() throws Exception {
    var outcome = outcomes.get(EXPORT).get();
    var before = report(outcome.before());
    var after = report(outcome.after());

    assertThat(outcome.before().getStatus().hottest().frame()).isEqualTo("Export.cells");
    assertThat(before.share("alloc", "Export.cells")).isCloseTo(75, NEAR);
    assertThat(before.share("alloc", "Export.label")).isCloseTo(25, NEAR);
    assertThat(before.selfShare("alloc", "long[]")).isCloseTo(75, NEAR);
    assertThat(before.selfShare("alloc", "byte[]")).isCloseTo(25, NEAR);
    assertThat(after.application("alloc")).first().isEqualTo("Export.label");
    assertThat(after.differences("alloc").verdict().reason()).isEqualTo(Reasons.FRAMES_CHANGED);
    assertFell(after.change("alloc", "Export.cells"));
  }

  @Test
  void the_pool_that_is_too_small() throws Exception {
    var outcome = outcomes.get(POOL).get();
    var before = report(outcome.before());
    var after = report(outcome.after());

    assertThat(outcome.before().getStatus().hottest().frame()).isEqualTo("Pool.borrow");
    assertThat(before.share("lock", "Pool.borrow")).isGreaterThan(95);
    assertThat(before.self("lock")).first().asString().startsWith("java.util.concurrent.Semaphore");
    assertThat(before.application("wall")).startsWith("Pool.borrow", "Pool$Connection.query");
    assertThat(borrowing(before)).isCloseTo(84, NEAR);
    assertThat(after.share("wall", "Pool.borrow")).isLessThan(5);
    assertFell(after.change("wall", "Pool.borrow"));
    assertThat(after.samples("lock")).as("nanoseconds").isLessThan(before.samples("lock") / 10);
    assertThat(after.differences("lock").verdict().reason())
        .as("of what little waiting is left, or of none")
        .isIn(Reasons.NOTHING_CHANGED, Reasons.BASELINE_EVENT_MISSING);
  }

  /** The sum over 50 threads of which 42 wait, in nanoseconds, as lock has it and as trace has it. */
  @Test
  void the_calls_that_wait_for_the_pool() throws Exception {
    var before = report(outcomes.get(POOL).get().before());

    assertThat(before.application("trace")).containsExactly("Pool.borrow");
    assertThat(before.samples("lock") / 1e9).isBetween(0.8 * 420, 1.2 * 420);
    assertThat(before.samples("trace") / 1e9).isBetween(0.8 * 420, 1.2 * 420);
    var borrow = before.answers().calls().methods().getFirst();
    assertThat(borrow.method()).isEqualTo("scenario.Pool.borrow");
    assertThat(borrow.p50Nanos() / 1e6)
        .as("milliseconds until the 42 before it have had their turn")
        .isBetween(80.0, 300.0);
    assertThat(borrow.p99Nanos()).isBetween(borrow.p50Nanos(), borrow.maxNanos());
    var lock = before.answers().locks().locks().getFirst();
    assertThat(lock.lock()).startsWith("java.util.concurrent.Semaphore");
    assertThat(lock.waitingIn().getFirst().frame()).isEqualTo("scenario.Pool.borrow");
    assertThat(
            before.answers().threads().pools().getFirst().waitingIn().getFirst().frame())
        .isEqualTo("scenario.Pool.borrow");
  }

  @Test
  void platform_threads_and_virtual_ones_that_do_the_same() throws Exception {
    var outcome = outcomes.get(REQUESTS).get();
    var platform = report(outcome.before());
    var virtual = report(outcome.after());

    for (var report : List.of(platform, virtual)) {
      assertThat(report.application("cpu")).first().isEqualTo("Requests.price");
      assertThat(report.share("cpu", "Requests.price") / report.share("cpu", "Requests.tax"))
          .isBetween(1.8, 5.0);
    }
    assertThat(platform.path("cpu", "Requests.price"))
        .contains("java.util.concurrent.ThreadPoolExecutor$Worker.run");
    assertThat(virtual.path("cpu", "Requests.price"))
        .doesNotContain("java.util.concurrent.ThreadPoolExecutor$Worker.run");
    assertThat(platform.application("wall")).first().isEqualTo("Requests.pause");
    assertThat(virtual.share("wall", "Requests.pause"))
        .as("a virtual thread that waits is on no thread that could be sampled")
        .isLessThan(1);
    assertFell(virtual.change("wall", "Requests.pause"));
  }

  @Test
  void the_same_arithmetic_on_two_jdks() throws Exception {
    var outcome = outcomes.get(BIG_NUMBERS).get();
    var older = report(outcome.before());
    var newer = report(outcome.after());

    for (var report : List.of(older, newer)) {
      assertThat(report.ownShare("cpu", "BigNumbers.product"))
          .isCloseTo(75, near(report, "cpu", 75));
      assertThat(report.ownShare("cpu", "BigNumbers.check")).isCloseTo(25, near(report, "cpu", 25));
      assertThat(report.self("cpu")).anyMatch(frame -> frame.contains("multiplyToLen"));
    }
    assertThat(newer.differences("cpu").application())
        .as("the workload is the same, whatever became of the JDK below it")
        .filteredOn(ShareChange::changed)
        .isEmpty();
  }

  /** Four standard errors, where a busy machine left time for few samples only. */
  private static Offset<Double> near(ScenarioReport report, String event, double percent) {
    var error = Math.sqrt(percent * (100 - percent) / report.samples(event));
    return within(Math.max(NEAR.value, 4 * error));
  }

  /** The percentage of the working threads' time that goes to Pool.borrow; the JVM's own threads do not count. */
  private static double borrowing(ScenarioReport report) {
    var borrow = report.share("wall", "Pool.borrow");
    return 100 * borrow / (borrow + report.share("wall", "Pool$Connection.query"));
  }

  /** The last number that the workload itself logs. */
  private static double truth(String log, String event, String part) {
    var said = Pattern.compile("%s [^,\\n]*%s ([0-9.]+)".formatted(event, part))
        .matcher(log)
        .results()
        .toList();
    return Double.parseDouble(said.getLast().group(1));
  }

  /** A busy machine may record too few samples to prove a change; the share has fallen all the same. */
  private static void assertFell(ShareChange change) {
    assertThat(change)
        .matches(
            c -> c.changed() || c.baselineSamples() < ENOUGH_SAMPLES,
            "is beyond the sampling error");
    assertThat(change.percent()).as("%s", change).isLessThan(change.baselinePercent() / 2);
  }

  /** The message about the comparison, as kubectl shows it. */
  private static String compared(ProfileJob job) {
    return job.getStatus().conditions().stream()
        .filter(c -> c.type().equals("Compared"))
        .map(Condition::message)
        .findFirst()
        .orElseThrow();
  }

  private ScenarioReport report(ProfileJob job) throws Exception {
    return ScenarioReport.of(cluster, job);
  }
}
