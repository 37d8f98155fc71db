package dev.hotspotter.testing;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.FirstWave;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.select.TargetSelection;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** ProfileJobs as the API server hands them out, with its defaults filled in. */
public final class Jobs {

  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  /** The name of the sidecar that belongs to these jobs. */
  public static final String SIDECAR = "hotspotter-1f0c3a5e-app";

  private Jobs() {}

  /** Records cpu for 60 s, ten targets at a time. */
  public static ProfileJob job() {
    return job(10, null);
  }

  public static ProfileJob job(Event... events) {
    return job(null, recording(events), 10, null);
  }

  public static ProfileJob job(int parallelism, Long deadlineSeconds) {
    return job(null, recording(Event.CPU), parallelism, deadlineSeconds);
  }

  public static ProfileJob job(
      String container, Recording recording, int parallelism, Long deadlineSeconds) {
    var job = new ProfileJob();
    job.setMetadata(new ObjectMetaBuilder()
        .withNamespace("shop")
        .withName("checkout-cpu")
        .withUid("1f0c3a5e-7d24-4c0b-9c55-0d6e8f1a2b3c")
        .withGeneration(1L)
        .withCreationTimestamp(START.toString())
        .build());
    job.setSpec(new ProfileJobSpec(
        target(container),
        recording,
        null,
        parallelism,
        FirstWave.ONE_PER_IMAGE,
        null,
        deadlineSeconds,
        null,
        null,
        null,
        null));
    return job;
  }

  /** Records cpu for 60 s, ten targets at a time, and is suspended now. */
  public static ProfileJob suspended() {
    var job = job();
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).suspend(true).build());
    return job;
  }

  /** Records cpu for 60 s in these targets. */
  public static ProfileJob job(Target target) {
    var job = job();
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).target(target).build());
    return job;
  }

  /** Records cpu for 60 s, and makes these of it. */
  public static ProfileJob job(ArtifactOptions artifacts) {
    var job = job();
    job.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).artifacts(artifacts).build());
    return job;
  }

  /** An event with this interval. */
  public static EventSpec event(Event type, String interval) {
    return new EventSpec(type, interval, null);
  }

  /** The event trace of these methods. */
  public static EventSpec trace(TracedMethod... methods) {
    return new EventSpec(Event.TRACE, null, List.of(methods));
  }

  public static Recording recording(Event... events) {
    return recording(Arrays.stream(events).map(EventSpec::of).toArray(EventSpec[]::new));
  }

  public static Recording recording(EventSpec... events) {
    return RecordingBuilder.builder()
        .duration("60s")
        .events(List.of(events))
        .kernelStacks(false)
        .build();
  }

  /** The container of the pods with the label app: notifier; null names none. */
  public static Target target(String container) {
    return TargetBuilder.builder()
        .selector(new PodSelector(Map.of("app", "notifier"), null))
        .containers(container == null ? null : List.of(container))
        .sample(sample(null))
        .minAge("0s")
        .build();
  }

  /** So many pods at random; null is the usual number. */
  public static Sample sample(Integer count) {
    return new Sample(count == null ? null : count.toString(), Sample.Order.Random, null);
  }

  /** The usual rules of a choice, with so many ephemeral containers per pod. */
  public static TargetSelection.Rules rules(int ephemeralContainers) {
    return new TargetSelection.Rules(
        ephemeralContainers, 10, (pod, container) -> Optional.empty(), Set.of(), START);
  }

  /** The job, running since START over these targets. */
  public static ProfileJob running(ProfileJob job, RecordingStatus... targets) {
    job.setStatus(ProfileJobStatusBuilder.builder()
        .observedGeneration(1L)
        .phase(JobPhase.RUNNING)
        .conditions(List.of())
        .startTime(START.toString())
        .deadline(
            Deadline.from(START, job, Math.ceilDiv(targets.length, job.getSpec().parallelism()))
                .toString())
        .targets(new TargetCounts(targets.length, targets.length, targets.length, 0, 0, 0))
        .selector("app=notifier")
        .recordings(List.of(targets))
        .build());
    return job;
  }
}
