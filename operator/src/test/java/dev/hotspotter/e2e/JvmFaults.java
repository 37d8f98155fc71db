package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Faults of a target's JVM. */
final class JvmFaults {

  /** The reasons of a target whose JVM ends, or waits to be started again. */
  static final String[] ENDED = {
    Reasons.JVM_EXITED,
    Reasons.SIDECAR_NOT_STARTED,
    Reasons.POD_NOT_RUNNING,
    Reasons.POD_NOT_READY,
    "JvmStarting"
  };

  /** In both forms. */
  static final List<Fault> QUICK = List.of(
      Fault.of(Part.BENCH, "target's JVM killed (SIGKILL)", 10, JvmFaults::kill)
          .failsVictims(ENDED)
          .failsOthers(Reasons.HARMED, Reasons.IMAGE_HARMED)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target out of memory (OOM kill)", 10, JvmFaults::exhaust)
          .failsVictims(ENDED)
          .failsOthers(Reasons.HARMED, Reasons.IMAGE_HARMED)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's JVM frozen (SIGSTOP)", 10, JvmFaults::freeze)
          .failsVictims("AttachFailed"));

  /** In the whole form. */
  static final List<Fault> SLOW = List.of(
      Fault.of(Part.BENCH, "target's JVM in a safepoint for 30 s", 5, JvmFaults::stopTheWorld)
          .failsVictims("AttachFailed"),
      Fault.of(Part.BENCH, "target's JVM out of file descriptors", 5, JvmFaults::takeDescriptors)
          .failsVictims("TooFewFileDescriptors"),
      Fault.of(Part.BENCH, "target's /tmp full", 5, JvmFaults::fillTmp)
          .failsVictims("TmpNotWritable"));

  private JvmFaults() {}

  private static Set<String> kill(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    jvm(pod).signal("KILL");
    return FaultBench.names(pod);
  }

  private static Set<String> exhaust(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    jvm(pod).exhaustMemory(250);
    await("the kernel killed it").atMost(FaultBench.SOON).ignoreExceptions().until(() -> {
      var state = app(bench.cluster().client().resource(pod).get()).getLastState();
      return "OOMKilled".equals(state.getTerminated().getReason());
    });
    return FaultBench.names(pod);
  }

  private static Set<String> freeze(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    try (var frozen = new Frozen(List.of(jvm(pod)))) {
      bench.hold(Duration.ofSeconds(10), Duration.ofSeconds(25));
    }
    return FaultBench.names(pod);
  }

  /** The burner looks for the file, and has one thread that reaches the safepoint half a minute late. */
  private static Set<String> stopTheWorld(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    jvm(pod).giveFile("/tmp/stop-the-world");
    await("the JVM stands").atMost(Duration.ofSeconds(40)).until(() -> !bench.answers(pod));
    await("the JVM goes on").atMost(FaultBench.SOON).until(() -> bench.answers(pod));
    return FaultBench.names(pod);
  }

  private static Set<String> takeDescriptors(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    var jvm = jvm(pod);
    var limit = jvm.descriptorLimit();
    try {
      jvm.limitDescriptors("1");
      bench.hold(Duration.ofSeconds(10), Duration.ofSeconds(25));
    } finally {
      jvm.limitDescriptors(limit);
    }
    return FaultBench.names(pod);
  }

  private static Set<String> fillTmp(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    var file = jvm(pod).file("/tmp/full");
    try {
      fill(file);
      bench.hold(Duration.ofSeconds(10), Duration.ofSeconds(25));
    } finally {
      Files.deleteIfExists(file);
    }
    return FaultBench.names(pod);
  }

  private static void fill(Path file) {
    assertThatThrownBy(() -> {
          try (var full = Files.newOutputStream(file)) {
            while (true) {
              full.write(new byte[4096]);
            }
          }
        })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }

  private static NodeProcess jvm(Pod pod) throws IOException {
    return NodeProcess.of(app(pod)).getFirst();
  }

  private static ContainerStatus app(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }
}
