package dev.hotspotter.e2e;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One case with one JDK. */
record MatrixCell(int row, MatrixCase kind, Jvm jvm) {

  private static final Duration SOON = Duration.ofSeconds(120);

  /**
   * The result of a case. harm is the pod's difference from before; loaded has a process once for
   * each copy of the library in it.
   */
  record Outcome(
      Optional<String> java, ProfileJobStatus status, List<String> harm, List<String> loaded) {

    String result() {
      return status.phase() == JobPhase.SUCCEEDED
          ? MatrixCase.PROFILED
          : status.conditions().getFirst().reason();
    }

    /** The messages of the only target and of the job. */
    String message() {
      return Stream.concat(
              Stream.ofNullable(status.recordings())
                  .flatMap(List::stream)
                  .map(RecordingStatus::message),
              status.conditions().stream().map(Condition::message))
          .filter(Objects::nonNull)
          .collect(Collectors.joining("\n"));
    }
  }

  /** The state inside a pod that a job may not change; the API server shows the rest. */
  private record Inside(
      List<String> answers,
      List<NodeProcess> processes,
      List<NodeProcess> sampled,
      Set<String> temporaryFiles,
      String log) {}

  static String namespace(String podSecurity) {
    return "matrix-" + podSecurity;
  }

  /** Starts a pod, profiles it, looks at it and takes it away. */
  Outcome run(Cluster cluster) throws IOException {
    var namespace = namespace(kind.pod().podSecurity());
    var name = "case-%d-%s".formatted(row, jvm.label());
    // An interval of 1 ms, because a JVM may get hardly any CPU time in two seconds of a busy
    // machine.
    var spec = ("target: {selector: {matchLabels: {app: %s}}%s},"
            + " recording: {duration: 2s, events: [{type: cpu, interval: 1ms}]%s}")
        .formatted(name, kind.target(), kind.recording());
    var pod = kind.pod().start(cluster.client(), namespace, name, jvm);
    var before = inside(cluster, pod);
    var job = cluster.finished(cluster.apply(namespace, name, spec), SOON);
    var harm = harm(before, inside(cluster, pod));
    harm.addAll(harm(pod, cluster.client().resource(pod).get()));
    var loaded = loaded(pod);
    cluster.client().resource(pod).delete();
    return new Outcome(before.answers.stream().findFirst(), job.getStatus(), harm, loaded);
  }

  /** The processes of all containers that have the library: JVMs by container and port, others by command line. */
  private static List<String> loaded(Pod pod) throws IOException {
    var loaded = new ArrayList<String>();
    for (var container : pod.getStatus().getContainerStatuses()) {
      for (var process : NodeProcess.of(container)) {
        var command = process.isJvm()
            ? process.commandLine().replaceFirst(".* Burner ", "")
            : process.commandLine();
        loaded.addAll(Collections.nCopies(process.copies(), container.getName() + " " + command));
      }
    }
    Collections.sort(loaded);
    return loaded;
  }

  private Inside inside(Cluster cluster, Pod pod) throws IOException {
    var processes = NodeProcess.of(app(pod));
    var log = cluster.client().pods().resource(pod).inContainer("app").getLog();
    var sampled = processes.stream().filter(NodeProcess::isProfiled).toList();
    return new Inside(
        kind.pod().answers(pod), processes, sampled, processes.getFirst().temporaryFiles(), log);
  }

  private static ContainerStatus app(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals("app"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> harm(Pod before, Pod after) {
    var harm = new ArrayList<String>();
    if (!after.getMetadata().getUid().equals(before.getMetadata().getUid())) {
      harm.add("the pod is another one");
    }
    for (var container : after.getStatus().getContainerStatuses()) {
      if (container.getRestartCount() > 0) {
        harm.add("container %s was restarted".formatted(container.getName()));
      }
    }
    return harm;
  }

  private List<String> harm(Inside before, Inside after) {
    var harm = new ArrayList<String>();
    if (!after.answers.equals(before.answers)) {
      harm.add("the JVMs answer %s instead of %s".formatted(after.answers, before.answers));
    }
    if (!after.processes.equals(before.processes)) {
      harm.add("the processes are %s instead of %s".formatted(after.processes, before.processes));
    }
    if (!after.sampled.equals(before.sampled)) {
      harm.add("a profiler samples %s instead of %s".formatted(after.sampled, before.sampled));
    }
    after.temporaryFiles.stream()
        .filter(file -> !before.temporaryFiles.contains(file)
            && !(kind.isAttached() && NodeProcess.mayStay(file)))
        .forEach(file -> harm.add("/tmp has the file " + file));
    var silent =
        kind.isProfiled() ? !after.log.contains("Full thread dump") : after.log.equals(before.log);
    if (!silent) {
      harm.add("the log has " + after.log);
    }
    return harm;
  }

  @Override
  public String toString() {
    return "%s, JDK %s".formatted(kind.name(), jvm.title());
  }
}
