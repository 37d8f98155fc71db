package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.SidecarSpec;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Gathers the evidence of a bench once its jobs have ended. */
final class FaultObserver {

  /** More than a job's deadline and the time to render after it. */
  private static final Duration END = Duration.ofMinutes(12);

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FaultBench bench;
  private List<Pod> pods = List.of();
  private List<Event> events = List.of();

  FaultObserver(FaultBench bench) {
    this.bench = bench;
  }

  FaultEvidence evidence(Set<String> victims, boolean isOperatorRestarted) throws IOException {
    var jobs = bench.jobs();
    reached(END, () -> jobs.stream().allMatch(job -> hasEnded(current(job))));
    reached(
        SOON,
        () -> bench.pods().stream()
            .noneMatch(
                pod -> jobs.stream().anyMatch(job -> FaultBench.hasRunningSidecar(pod, job))));
    pods = bench.pods();
    events = bench
        .cluster()
        .client()
        .v1()
        .events()
        .inNamespace(bench.namespace())
        .list()
        .getItems();
    var seen = new ArrayList<FaultEvidence.Job>();
    for (var job : jobs) {
      seen.add(job(job));
    }
    return new FaultEvidence(
        victims,
        seen,
        bench.jvms().entrySet().stream().map(this::target).toList(),
        isOperatorRestarted);
  }

  /** Waits until something is so, or until it cannot be waited for any longer. */
  private static void reached(Duration limit, Callable<Boolean> condition) {
    try {
      await()
          .atMost(limit)
          .pollInterval(Duration.ofMillis(300))
          .ignoreExceptions()
          .until(condition);
    } catch (ConditionTimeoutException e) {
      // the evidence shows it
    }
  }

  private Optional<ProfileJob> current(ProfileJob job) {
    return Optional.ofNullable(bench.cluster().current(job))
        .filter(found -> found.getMetadata().getUid().equals(job.getMetadata().getUid()));
  }

  private static boolean hasEnded(Optional<ProfileJob> job) {
    return job.isEmpty()
        || job.get().getStatus() != null && job.get().getStatus().phase().isTerminal();
  }

  private FaultEvidence.Job job(ProfileJob started) throws IOException {
    var job = current(started);
    var status = job.map(ProfileJob::getStatus);
    var targets = status
        .map(ProfileJobStatus::recordings)
        .map(list -> list == null ? List.<RecordingStatus>of() : list)
        .orElse(List.of());
    var stored = StoredJob.of(started);
    var reported = stored.reported();
    var samples = 0L;
    for (var target : targets) {
      samples += target.phase() == RecordingPhase.SUCCEEDED ? stored.samples(target) : 0;
    }
    return new FaultEvidence.Job(
        started.getMetadata().getName(),
        job.isEmpty(),
        status.map(ProfileJobStatus::phase),
        job.isEmpty()
            ? orphans(started)
            : targets.stream()
                .map(target -> recording(started, target, stored.has(target), reported))
                .toList(),
        samples,
        samples == 0 ? 0 : stored.mergedSamples(),
        events(started));
  }

  /** The sidecars of a deleted job that still run. */
  private List<FaultEvidence.Recording> orphans(ProfileJob job) {
    return pods.stream()
        .filter(pod -> FaultBench.hasRunningSidecar(pod, job))
        .map(pod -> new FaultEvidence.Recording(
            pod.getMetadata().getName(),
            RecordingPhase.RECORDING,
            null,
            false,
            false,
            sidecars(pod, job),
            true))
        .toList();
  }

  private FaultEvidence.Recording recording(
      ProfileJob job, RecordingStatus target, boolean isStored, Set<String> reported) {
    var pod = pods.stream()
        .filter(p -> p.getMetadata().getUid().equals(target.podUID()))
        .findFirst();
    return new FaultEvidence.Recording(
        target.pod(),
        target.phase(),
        target.reason(),
        isStored,
        reported.contains(target.pod()),
        pod.map(p -> sidecars(p, job)).orElse(0),
        pod.filter(p -> FaultBench.hasRunningSidecar(p, job)).isPresent());
  }

  private static int sidecars(Pod pod, ProfileJob job) {
    var name = job.getMetadata().getNamespace() + "/" + job.getMetadata().getName();
    return (int) pod.getSpec().getEphemeralContainers().stream()
        .flatMap(container -> container.getEnv().stream())
        .filter(variable ->
            variable.getName().equals(SidecarSpec.JOB) && name.equals(variable.getValue()))
        .count();
  }

  /** The events about the job, and about the injections of its sidecars. */
  private List<String> events(ProfileJob job) {
    var injected = "ProfileJob %s records ".formatted(job.getMetadata().getName());
    var own = events.stream()
        .filter(
            event -> job.getMetadata().getUid().equals(event.getInvolvedObject().getUid()))
        .flatMap(event -> Stream.generate(() -> event.getReason() + ": " + event.getMessage())
            .limit(count(event)));
    var ofPods = events.stream()
        .filter(event -> String.valueOf(event.getMessage()).startsWith(injected))
        .flatMap(event -> Stream.generate(
                () -> event.getInvolvedObject().getName() + ": " + event.getMessage())
            .limit(count(event)));
    return Stream.concat(own, ofPods).toList();
  }

  private static int count(Event event) {
    return event.getCount() == null ? 1 : event.getCount();
  }

  private FaultEvidence.Target target(Map.Entry<String, FaultEvidence.Jvm> before) {
    var byName = pods.stream()
        .collect(Collectors.toMap(pod -> pod.getMetadata().getName(), Function.identity()));
    var after = Optional.ofNullable(byName.get(before.getKey())).flatMap(FaultObserver::jvm);
    return new FaultEvidence.Target(
        before.getKey(),
        before.getValue(),
        after,
        after.filter(jvm -> works(new NodeProcess(jvm.pid()))).isPresent());
  }

  private static Optional<FaultEvidence.Jvm> jvm(Pod pod) {
    try {
      return Optional.of(FaultBench.jvm(pod));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** True if it takes CPU time: the burner burns some every tenth of a second. */
  private static boolean works(NodeProcess jvm) {
    var before = jvm.cpuTicks();
    reached(SOON, () -> jvm.cpuTicks() > before);
    return jvm.cpuTicks() > before;
  }
}
