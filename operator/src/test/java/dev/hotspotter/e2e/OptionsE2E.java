package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every option of a recording in a real pod with every JDK: it has its effect, or is refused with a
 * reason and a fix. The pods have a read-only root file system and an emptyDir on /tmp. The results
 * are in docs/reference/compatibility.md.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class OptionsE2E {

  private static final List<Integer> JDKS = List.of(11, 17, 21, 25);
  private static final Duration SOON = Duration.ofMinutes(4);

  /** The runs by JDK and job. */
  private final Map<Integer, Future<Map<String, OptionRun>>> runs = new TreeMap<>();

  private final Map<Integer, String> versions = new ConcurrentHashMap<>();
  private Cluster cluster;

  @BeforeAll
  void runAll() throws Exception {
    Cluster.allowKernelStacks();
    cluster = new Cluster();
    cluster.namespace("options-restricted", "restricted");
    cluster.namespace("options-privileged", "privileged");
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace("demo")
        .withName("notifier-load")
        .scale(0);
    try (var threads = Executors.newFixedThreadPool(JDKS.size())) {
      JDKS.forEach(jdk -> runs.put(jdk, threads.submit(() -> run(jdk))));
    }
  }

  @AfterAll
  void close() throws Exception {
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace("demo")
        .withName("notifier-load")
        .scale(1);
    cluster.close();
    Cluster.rollBack();
  }

  private Map<String, OptionRun> run(int jdk) throws Exception {
    var all = new LinkedHashMap<String, OptionRun>();
    var pod = BurnerPod.restricted(1000, 1000)
        .readOnly()
        .emptyDirOnTmp()
        .running(1, "exec $JAVA EveryEvent 8000");
    run(jdk, "options-restricted", pod, Options.JOBS, all);
    run(jdk, "options-privileged", pod.amongPrivileged(), Options.PRIVILEGED_JOBS, all);
    return all;
  }

  /** One after another, as a JVM has only one recording at a time. */
  private void run(
      int jdk,
      String namespace,
      BurnerPod burner,
      Map<String, String> jobs,
      Map<String, OptionRun> all)
      throws Exception {
    var name = "jdk-" + jdk;
    var pod = burner.start(cluster.client(), namespace, name, jdk);
    versions.put(jdk, burner.answers(pod).getFirst());
    jobs.forEach((job, spec) -> {
      var target = "target: {selector: {matchLabels: {app: %s}}}, ".formatted(name);
      var applied = cluster.apply(namespace, name + "-" + job, target + spec);
      all.put(job, new OptionRun(cluster, cluster.finished(applied, SOON)));
    });
    assertThat(burner.answers(pod)).as("the JVM still answers").containsExactly(versions.get(jdk));
    cluster.client().resource(pod).delete();
  }

  static Stream<Arguments> cells() {
    return Options.ALL.stream()
        .flatMap(option -> JDKS.stream().map(jdk -> Arguments.of(option, jdk)));
  }

  @ParameterizedTest(name = "{0} with JDK {1}")
  @MethodSource("cells")
  void has_its_effect_or_is_refused_with_a_fix(Option option, int jdk) throws Exception {
    var all = runs.get(jdk).get();
    var run = all.get(option.jobs().getFirst());

    if (option.cell().equals("yes")) {
      assertThat(option.jobs())
          .allSatisfy(job ->
              assertThat(all.get(job).hasSucceeded()).as(all.get(job).message()).isTrue());
    }
    option.effect().check(run, all);

    if (!option.cell().equals("yes")) {
      System.out.printf(
          "options: %-44s JDK %d: %s%n",
          option, jdk, run.hasSucceeded() ? "recorded" : run.reason());
    }
  }

  @Test
  void is_what_the_committed_page_says() throws Exception {
    var page = new OptionsPage(versions);
    for (var option : Options.ALL) {
      for (var jdk : JDKS) {
        page.add(option, isHeeded(option, runs.get(jdk).get()));
      }
    }

    assertThat(page.write())
        .as(
            "what is committed differs from what was seen: cp operator/target/compatibility.md docs/reference/")
        .hasSameTextualContentAs(CompatibilityPage.COMMITTED);
  }

  private static boolean isHeeded(Option option, Map<String, OptionRun> all) throws Exception {
    try {
      option.effect().check(all.get(option.jobs().getFirst()), all);
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }
}
