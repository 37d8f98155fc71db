package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of pod with every JDK: it is profiled, or the job has a reason and a fix. Both leave
 * the pod unchanged. The results are docs/reference/compatibility.md.
 */
@ResourceLock(Cluster.OPERATOR_AND_STORE)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MatrixE2E {

  /** Enough to keep two cores busy; more would only make each slower. */
  private static final int AT_A_TIME = 8;

  private final Map<MatrixCell, Future<MatrixCell.Outcome>> outcomes = new LinkedHashMap<>();
  private Cluster cluster;

  @BeforeAll
  void runAll() throws Exception {
    Cluster.allowKernelStacks();
    cluster = new Cluster();
    var levels = MatrixCases.ALL.stream().map(c -> c.pod().podSecurity()).distinct();
    levels.forEach(level -> cluster.namespace(MatrixCell.namespace(level), level));
    demoLoad().scale(0);
    try (var pool = Executors.newFixedThreadPool(AT_A_TIME)) {
      cells().forEach(cell -> outcomes.put(cell, pool.submit(() -> cell.run(cluster))));
    }
  }

  @AfterAll
  void close() throws Exception {
    demoLoad().scale(1);
    cluster.close();
    Cluster.rollBack();
  }

  /** Takes a quarter of the machine, which the cells need. */
  private RollableScalableResource<Deployment> demoLoad() {
    return cluster.client().apps().deployments().inNamespace("demo").withName("notifier-load");
  }

  static Stream<MatrixCell> cells() {
    var all = MatrixCases.ALL;
    return all.stream()
        .flatMap(c -> c.jvms().stream().map(jvm -> new MatrixCell(all.indexOf(c), c, jvm)));
  }

  static Stream<MatrixCell> profiledCells() {
    return cells().filter(cell -> cell.kind().isProfiled());
  }

  static Stream<MatrixCell> kernelCells() {
    return cells().filter(cell -> cell.kind().hasKernelFrames());
  }

  @ParameterizedTest
  @MethodSource("cells")
  void ends_as_expected_and_leaves_the_pod_as_it_was(MatrixCell cell) throws Exception {
    var outcome = outcomes.get(cell).get();

    assertThat(outcome.result()).as(outcome.message()).isEqualTo(cell.kind().result());
    assertThat(outcome.message()).contains(cell.kind().fix(), cell.kind().quote());
    assertThat(outcome.harm()).isEmpty();
  }

  /** The burners are all alike, so that the report does not tell which of them it is about. */
  @ParameterizedTest
  @MethodSource("cells")
  void loads_the_library_once_into_the_chosen_jvm_and_into_no_other(MatrixCell cell)
      throws Exception {
    assertThat(outcomes.get(cell).get().loaded()).isEqualTo(cell.kind().recorded());
  }

  @ParameterizedTest
  @MethodSource("profiledCells")
  void has_samples_of_the_burner(MatrixCell cell) throws Exception {
    var status = outcomes.get(cell).get().status();

    var report = new ObjectMapper().readTree(cluster.text(status.report() + "merged/report.json"));
    assertThat(report.at("/hot/cpu/samples").asInt()).isPositive();
    assertThat(status.hottest().frame()).isEqualTo("Burner.burn");
  }

  @ParameterizedTest
  @MethodSource("kernelCells")
  void has_kernel_frames(MatrixCell cell) throws Exception {
    var status = outcomes.get(cell).get().status();
    var target = status.recordings().getFirst();

    var stacks = cluster.text(
        "%s%s/%s/cpu.collapsed".formatted(status.report(), target.pod(), target.container()));

    assertThat(stacks.lines())
        .as("kernel frames below the burner's")
        .anyMatch(stack -> stack.contains("Burner.read") && stack.contains("_[k]"));
  }

  @Test
  void is_what_the_committed_page_says() throws Exception {
    var page = new CompatibilityPage();
    outcomes.forEach((cell, outcome) -> {
      if (outcome.state() == Future.State.SUCCESS) {
        page.add(cell, outcome.resultNow());
      }
    });

    page.print();
    assertThat(page.write())
        .as(
            "what is committed differs from what was seen: cp operator/target/compatibility.md docs/reference/")
        .hasSameTextualContentAs(CompatibilityPage.COMMITTED);
  }
}
