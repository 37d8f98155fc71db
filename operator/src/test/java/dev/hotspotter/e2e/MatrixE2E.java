package dev.hotspotter.e2e;

import static dev.hotspotter.e2e.BurnerPod.restricted;
import static dev.hotspotter.e2e.BurnerPod.root;
import static dev.hotspotter.e2e.MatrixCase.profiled;
import static dev.hotspotter.e2e.MatrixCase.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Reasons;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of pod with every JDK: either it is profiled or the job says why not and what to do, and in both cases the pod is as
 * it was. What was seen is docs/reference/compatibility.md.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MatrixE2E {

  private static final List<Integer> JDKS = List.of(11, 17, 21, 25);

  private static final List<MatrixCase> CASES =
      List.of(
          profiled("uid 1000, in a `restricted` namespace", restricted(1000, 1000)),
          profiled("root with default capabilities", root()),
          profiled("root with all capabilities dropped", root().security(s -> s.withNewCapabilities().withDrop("ALL").endCapabilities())),
          profiled("random high uid, gid 0", restricted(1000680000, 0)),
          profiled("read-only root file system, `emptyDir` on /tmp", restricted(1000, 1000).readOnly().emptyDirOnTmp()),
          profiled("user namespace (`hostUsers: false`)", restricted(1000, 1000).spec(s -> s.withHostUsers(false))),
          profiled("the JVM is not the first process", runs("$JAVA Burner 8000; echo ended")),
          profiled("shared PID namespace, one of two JVM containers", restricted(1000, 1000).twice().spec(s -> s.withShareProcessNamespace(true)))
              .target("containers: [app]"),
          profiled("shared PID namespace, both JVM containers", restricted(1000, 1000).twice().spec(s -> s.withShareProcessNamespace(true)))
              .target("containers: ['*']").of("app 8000", "beside 8001"),
          profiled("two containers of which one runs a JVM, none named", restricted(1000, 1000).besideShell()),
          profiled("two JVMs in one container, one of them chosen", restricted(1000, 1000).running(2, "$JAVA Burner 8001 & exec $JAVA Burner 8000"))
              .target("process: {commandLine: 'Burner 8001'}").of("app 8001"),
          profiled("`kernelStacks`, in a `privileged` namespace", restricted(1000, 1000).amongPrivileged())
              .recording("kernelStacks: true, interval: 1ms"),
          refused(
                  "`kernelStacks`, in a `restricted` namespace", restricted(1000, 1000),
                  Reasons.INJECTION_REFUSED, "needs a namespace that admits PERFMON and SYSLOG, record without it")
              .recording("kernelStacks: true").quoting("violates PodSecurity \"restricted:latest\""),
          refused(
              "`-XX:+DisableAttachMechanism`", runs("exec $JAVA -XX:+DisableAttachMechanism Burner 8000"),
              "AttachDisabled", "remove that option and restart the pod"),
          refused(
              "`-XX:-EnableDynamicAgentLoading`", runs("exec $JAVA -XX:-EnableDynamicAgentLoading Burner 8000"),
              "AttachDisabled", "remove that option and restart the pod"),
          refused(
              "`-Xrs`", runs("exec $JAVA -Xrs Burner 8000"),
              "AttachDisabled", "remove that option and restart the pod"),
          refused(
              "read-only root file system, nothing on /tmp", restricted(1000, 1000).readOnly(),
              "TmpNotWritable", "mount an emptyDir on /tmp"),
          // By itself, as Kubernetes mounts no volume so: a node that keeps its volumes on such a file system does.
          refused(
              "/tmp is mounted `noexec`",
              root().capable("SYS_ADMIN").running(1, "mount -t tmpfs -o noexec tmpfs /tmp && exec $JAVA Burner 8000"),
              "TmpNotExecutable", "mount an emptyDir on /tmp without noexec"),
          refused(
              "another async-profiler is loaded", runs("exec $JAVA -agentpath:/opt/profiler/libasyncProfiler.so Burner 8000"),
              "ForeignProfiler", "remove that one and restart the pod"),
          refused(
              "the library's path in /tmp is taken",
              runs("cd /tmp; dir=$(cat /opt/profiler/folder); mkdir $dir; echo other >$dir/libasyncProfiler.so; exec $JAVA Burner 8000"),
              "LibraryConflict", "delete it, or restart the pod"),
          refused(
              "the process has changed its uid",
              root().running(1, "exec start-stop-daemon -S -c 65532:65532 -x ${JAVA%% *} -- ${JAVA#* } Burner 8000"),
              "IdentityMismatch", "set runAsUser and runAsGroup in the target container's securityContext"),
          refused(
              "two JVMs in one container", restricted(1000, 1000).running(2, "$JAVA Burner 8001 & exec $JAVA Burner 8000"),
              "AmbiguousJvm", "Say in spec.target.process which one is meant"),
          refused("no JVM at all", restricted(1000, 1000).running(0, "exec sleep 3600"), "NoJvmFound", "select another container"));

  /** Enough to keep two cores busy; more would only make each slower. */
  private static final int AT_A_TIME = 8;

  private final Map<MatrixCell, Future<MatrixCell.Outcome>> outcomes = new LinkedHashMap<>();
  private Cluster cluster;

  @BeforeAll
  void runAll() {
    cluster = new Cluster();
    var levels = CASES.stream().map(c -> c.pod().podSecurity()).distinct();
    levels.forEach(level -> cluster.namespace(MatrixCell.namespace(level), level));
    try (var pool = Executors.newFixedThreadPool(AT_A_TIME)) {
      cells().forEach(cell -> outcomes.put(cell, pool.submit(() -> cell.run(cluster))));
    }
  }

  @AfterAll
  void close() throws Exception {
    cluster.close();
  }

  private static BurnerPod runs(String script) {
    return restricted(1000, 1000).running(1, script);
  }

  static Stream<MatrixCell> cells() {
    return CASES.stream().flatMap(c -> jdks(c).stream().map(jdk -> new MatrixCell(CASES.indexOf(c), c, jdk)));
  }

  /** A pod without a JVM is the same with all of them. */
  private static List<Integer> jdks(MatrixCase kind) {
    return kind.pod().jvms() == 0 ? JDKS.subList(0, 1) : JDKS;
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
  void loads_the_library_once_into_the_chosen_jvm_and_into_no_other(MatrixCell cell) throws Exception {
    assertThat(outcomes.get(cell).get().loaded()).isEqualTo(cell.kind().recorded());
  }

  @ParameterizedTest
  @MethodSource("profiledCells")
  void has_samples_of_the_burner(MatrixCell cell) throws Exception {
    var status = outcomes.get(cell).get().status();

    var report = new ObjectMapper().readTree(cluster.text(status.report() + "merged/report.json"));
    assertThat(report.at("/hot/cpu/samples").asInt()).isPositive();
    assertThat(status.hottest()).startsWith("Burner.burn ");
  }

  @ParameterizedTest
  @MethodSource("kernelCells")
  void has_kernel_frames(MatrixCell cell) throws Exception {
    var status = outcomes.get(cell).get().status();
    var target = status.recordings().getFirst();

    var stacks = cluster.text("%s%s/%s/cpu.collapsed".formatted(status.report(), target.pod(), target.container()));

    assertThat(stacks.lines()).as("kernel frames below the burner's").anyMatch(stack -> stack.contains("Burner.read") && stack.contains("_[k]"));
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
        .as("what is committed differs from what was seen: cp operator/target/compatibility.md docs/reference/")
        .hasSameTextualContentAs(CompatibilityPage.COMMITTED);
  }
}
