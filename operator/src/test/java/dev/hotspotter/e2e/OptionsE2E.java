package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * Every option of a recording in a real pod with every Temurin JDK, and some with other JVMs: it
 * has its effect, or is refused with a reason and a fix. The pods have a read-only root file system
 * and an emptyDir on /tmp. The results are in docs/reference/compatibility.md.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class OptionsE2E {

  private static final String RESTRICTED = "options-restricted";
  private static final String PRIVILEGED = "options-privileged";

  /** As many as end with Temurin's, which have more jobs: more at a time would only make each slower. */
  private static final int OTHERS_AT_A_TIME = 2;

  /** The runs by JVM and job. */
  private final Map<Jvm, Future<Map<String, OptionRun>>> runs = new LinkedHashMap<>();

  private final Map<Jvm, String> versions = new ConcurrentHashMap<>();
  private Cluster cluster;

  @BeforeAll
  void runAll() throws Exception {
    Cluster.allowKernelStacks();
    cluster = new Cluster();
    cluster.namespace(RESTRICTED, "restricted");
    cluster.namespace(PRIVILEGED, "privileged");
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace("demo")
        .withName("notifier-load")
        .scale(0);
    var pod = BurnerPod.restricted(1000, 1000)
        .readOnly()
        .emptyDirOnTmp()
        .running(1, "exec $JAVA EveryEvent 8000");
    try (var threads = Executors.newFixedThreadPool(Jvm.TEMURIN.size());
        var others = Executors.newFixedThreadPool(OTHERS_AT_A_TIME)) {
      Jvm.TEMURIN.forEach(jvm -> runs.put(jvm, threads.submit(() -> {
        var all = new LinkedHashMap<String, OptionRun>();
        run(jvm, RESTRICTED, pod, Options.JOBS, all);
        run(jvm, PRIVILEGED, pod.amongPrivileged(), Options.PRIVILEGED_JOBS, all);
        return all;
      })));
      OtherJvmOptions.JVMS.forEach(jvm -> runs.put(jvm, others.submit(() -> {
        var all = new LinkedHashMap<String, OptionRun>();
        run(jvm, RESTRICTED, OtherJvmOptions.pod(pod, jvm), OtherJvmOptions.JOBS, all);
        return all;
      })));
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

  /** One after another, as a JVM has only one recording at a time. */
  private void run(
      Jvm jvm,
      String namespace,
      BurnerPod burner,
      Map<String, String> jobs,
      Map<String, OptionRun> all)
      throws Exception {
    var name = jvm.label();
    var pod = burner.start(cluster.client(), namespace, name, jvm);
    versions.put(jvm, burner.answers(pod).getFirst());
    jobs.forEach((job, spec) -> {
      var target = "target: {selector: {matchLabels: {app: %s}}}, ".formatted(name);
      var applied = cluster.apply(namespace, name + "-" + job, target + spec);
      all.put(job, new OptionRun(cluster, cluster.finished(applied, BurnerPod.SOON)));
    });
    assertThat(burner.answers(pod)).as("the JVM still answers").containsExactly(versions.get(jvm));
    cluster.client().resource(pod).delete();
  }

  private static List<Option> options(Jvm jvm) {
    return Jvm.TEMURIN.contains(jvm) ? Options.of(jvm) : OtherJvmOptions.of(jvm);
  }

  static Stream<Arguments> cells() {
    return Stream.concat(Jvm.TEMURIN.stream(), OtherJvmOptions.JVMS.stream())
        .flatMap(jvm -> options(jvm).stream().map(option -> Arguments.of(option, jvm)));
  }

  @ParameterizedTest(name = "{0} with JDK {1}")
  @MethodSource("cells")
  void has_its_effect_or_is_refused_with_a_fix(Option option, Jvm jvm) throws Exception {
    var all = runs.get(jvm).get();
    var run = all.get(option.jobs().getFirst());

    if (option.cell().equals("yes")) {
      assertThat(option.jobs())
          .allSatisfy(job ->
              assertThat(all.get(job).hasSucceeded()).as(all.get(job).message()).isTrue());
    }
    option.effect().check(run, all);

    if (!option.cell().equals("yes")) {
      System.out.printf(
          "options: %-44s JDK %s: %s%n",
          option, jvm, run.hasSucceeded() ? "recorded" : run.reason());
    }
  }

  @Test
  void is_what_the_committed_page_says() throws Exception {
    var page = new OptionsPage();
    page.add(Jvm.TEMURIN.stream().map(versions::get).toList(), cellsOf(Jvm.TEMURIN));
    page.add(OtherJvmOptions.JVMS.stream().map(Jvm::title).toList(), cellsOf(OtherJvmOptions.JVMS));

    OtherJvmOptions.JVMS.forEach(
        jvm -> System.out.printf("options: JDK %s is %s%n", jvm, versions.get(jvm)));
    assertThat(page.write())
        .as(
            "what is committed differs from what was seen: cp operator/target/compatibility.md docs/reference/")
        .hasSameTextualContentAs(CompatibilityPage.COMMITTED);
  }

  /** The cells of each option, in the order of the JVMs, which have the same options. */
  private Map<String, List<String>> cellsOf(List<Jvm> jvms) throws Exception {
    var cells = new LinkedHashMap<String, List<String>>();
    for (var jvm : jvms) {
      for (var option : options(jvm)) {
        var cell = isHeeded(option, runs.get(jvm).get()) ? option.cell() : "no";
        cells.computeIfAbsent(option.name(), name -> new ArrayList<>()).add(cell);
      }
    }
    return cells;
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
