package dev.hotspotter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.testing.FlameGraphPage;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job on a real cluster: a recording of the demo workload agrees with plain asprof, and
 * harms nothing. Both record for a minute, some 2,000 samples. So two shares differ by more than
 * five points only once in a thousand runs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NotifierE2E {

  private static final String HOT = "Message.uniqueId";
  private static final Path ASPROF =
      Cluster.REPOSITORY.resolve("build/profiler/launcher/libs/asprof-4.5-linux-x64");

  @TempDir
  Path temp;

  @AutoClose
  private Cluster cluster;

  private Pod before;
  private ProfileJob job;

  @BeforeAll
  void profileTheNotifier() {
    cluster = new Cluster();
    before = notifier();
    await("the JVM is past its start-up, which would show in the profile")
        .atMost(Duration.ofMinutes(4))
        .until(() -> Instant.parse(notifier().getStatus().getStartTime())
            .plusSeconds(45)
            .isBefore(Instant.now()));
    job = cluster.finished(
        cluster.apply(
            "demo",
            "notifier-e2e",
            "target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: 60s,"
                + " events: [{type: cpu}, {type: alloc}],"
                + " diagnostics: [ThreadDump, ClassHistogram, HeapSummary, VMFlags]}"),
        Duration.ofMinutes(5));
  }

  @Test
  void succeeds_and_names_the_hot_method() {
    var status = job.getStatus();

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.targets().selected()).isOne();
    assertThat(status.targets().succeeded()).isOne();
    assertThat(status.hottest().frame()).isEqualTo(HOT);
    assertThat(status.recordings())
        .singleElement()
        .satisfies(r -> assertThat(r.sha256()).hasSize(64));
  }

  @Test
  void kubectl_waits_for_its_end_finds_it_by_its_phase_and_shows_its_result() throws Exception {
    kubectl("wait", "--for=condition=Finished", "pfj/notifier-e2e", "--timeout=10s");

    assertThat(kubectl("get", "pfj", "--field-selector=status.phase=Succeeded", "--no-headers"))
        .containsPattern(
            "(?m)^notifier-e2e +Succeeded +Recorded +1 +1 +1 +Message[.]uniqueId +[0-9]+[.][0-9] +");
    assertThat(kubectl("get", "pfj", "--field-selector=status.phase=Failed", "--no-headers"))
        .doesNotContain("notifier-e2e");
  }

  @Test
  void the_flame_graph_shows_the_share_that_a_plain_asprof_run_tells() throws Exception {
    var ours = FlameGraphPage.share(cluster.text(artifact("cpu.html")), HOT);

    var plain = FlameGraphPage.shareOfStacks(plainAsprof(Duration.ofSeconds(60)), HOT);

    System.out.printf(
        "share of %s: Hotspotter's flame graph %.1f %%, plain asprof %.1f %%%n", HOT, ours, plain);
    assertThat(ours).isGreaterThan(10);
    assertThat(ours).isCloseTo(plain, within(5.0));
  }

  @Test
  void links_lead_to_a_page_and_to_a_flame_graph_that_show_the_hot_method() throws Exception {
    assertThat(cluster.text(job.getStatus().report()))
        .contains("dev.hotspotter.demo." + HOT)
        .contains("merged/cpu.html");
    assertThat(cluster.text(job.getStatus().flameGraph())).contains("uniqueId").contains("<canvas");
    assertThat(cluster.text(artifact("alloc.html"))).contains("<canvas");
    assertThat(cluster.text(job.getStatus().report() + "merged/report.json"))
        .contains("dev.hotspotter.demo." + HOT);
  }

  @Test
  void keeps_a_recording_that_the_jdk_can_open() throws Exception {
    var jfr = Files.write(
        temp.resolve("recording.jfr"), cluster.follow(artifact("recording.jfr")).body());
    var tool = Path.of(System.getProperty("java.home"), "bin", "jfr").toString();

    assertThat(Cluster.run(tool, "summary", jfr.toString()))
        .containsPattern("jdk\\.ExecutionSample +[1-9]");
  }

  @Test
  void keeps_what_the_jvm_told_about_itself_beside_the_recording() throws Exception {
    var diagnostics = cluster.text(artifact("diagnostics.txt"));

    assertThat(diagnostics)
        .contains(
            "Full thread dump", "GC.heap_info", "-XX:MaxHeapSize=134217728", "java.lang.String");
    assertThat(job.getStatus().recordings()).singleElement().satisfies(r -> {
      assertThat(r.message()).isNull();
      assertThat(r.diagnosticsBytes()).isEqualTo(diagnostics.getBytes(UTF_8).length);
    });
    assertThat(cluster.text(job.getStatus().report())).contains("diagnostics.txt");
  }

  @Test
  void leaves_the_pod_as_it_was() throws Exception {
    var after = notifier();

    assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    assertThat(after.getStatus().getContainerStatuses().getFirst().getRestartCount())
        .isZero();
    assertThat(after.getStatus().getContainerStatuses().getFirst().getContainerID())
        .isEqualTo(before.getStatus().getContainerStatuses().getFirst().getContainerID());
    assertThat(after.getSpec().getEphemeralContainers())
        .extracting(c -> c.getName())
        .containsOnlyOnce(SidecarSpec.name(job, "notifier"));
    assertThat(new NodeProcess(Cluster.jvm(after)).temporaryFiles()).allMatch(NodeProcess::mayStay);
  }

  /** The same measurement without Hotspotter; it loads the library from the path that is loaded already. */
  private String plainAsprof(Duration length) throws Exception {
    var pod = notifier();
    var pid = Cluster.jvm(pod);
    var library = new NodeProcess(pid)
        .temporaryFiles().stream()
            .filter(f -> f.endsWith("libasyncProfiler.so"))
            .findFirst()
            .orElseThrow();
    var output = Path.of("/proc", Long.toString(pid), "root", "tmp", "plain.collapsed");
    try {
      Cluster.run(
          ASPROF.toString(),
          "-d",
          Long.toString(length.toSeconds()),
          "-e",
          "ctimer",
          "-i",
          "10ms",
          "-o",
          "collapsed",
          "-f",
          "/tmp/plain.collapsed",
          "--libpath",
          "/tmp/" + library,
          Long.toString(pid));
      return Files.readString(output);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static String kubectl(String... arguments) throws Exception {
    return Cluster.run(Stream.concat(Stream.of("kubectl", "-n", "demo"), Stream.of(arguments))
        .toArray(String[]::new));
  }

  private String artifact(String file) {
    var recording = job.getStatus().recordings().getFirst();
    return job.getStatus().report() + recording.pod() + "/" + recording.container() + "/" + file;
  }

  private Pod notifier() {
    return cluster.readyPods("demo", Map.of("app", "notifier")).getFirst();
  }
}
