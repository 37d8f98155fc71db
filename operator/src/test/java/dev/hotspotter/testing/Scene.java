package dev.hotspotter.testing;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.plan.Places;
import dev.hotspotter.plan.Plan;
import dev.hotspotter.plan.Planner;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The snapshot of a pass over a job, built step by step. */
public final class Scene {

  private final ProfileJob job;
  private final Map<String, Pod> pods = new HashMap<>();
  private final Set<String> uploads = new HashSet<>();
  private final Set<String> ordered = new HashSet<>();
  private final Map<String, RenderOutcome> rendered = new HashMap<>();
  private final Map<String, Integer> byNode = new HashMap<>();
  private final Map<String, String> harmed = new HashMap<>();
  private final Map<String, Instant> sighted = new HashMap<>();
  private Optional<String> storeError = Optional.empty();
  private Optional<MergeOutcome> merged = Optional.empty();
  private Instant since = Jobs.START;
  private Instant now = Jobs.START;

  private Scene(ProfileJob job) {
    this.job = job;
  }

  /** A job that runs over these targets. */
  public static Scene of(RecordingStatus... targets) {
    return of(Jobs.job(), targets);
  }

  public static Scene of(ProfileJob job, RecordingStatus... targets) {
    var scene = new Scene(Jobs.running(job, targets));
    Arrays.stream(targets).forEach(t -> scene.sighted.put(Snapshot.key(t), Jobs.START));
    return scene;
  }

  public Scene pod(Pod pod) {
    pods.put(pod.getMetadata().getUid(), pod);
    return this;
  }

  /** The recordings of these pods are in the object store. */
  public Scene uploaded(String... podNames) {
    uploads.addAll(keys(podNames));
    return this;
  }

  /** The sidecars of these pods are ordered to stop. */
  public Scene ordered(String... podNames) {
    ordered.addAll(keys(podNames));
    return this;
  }

  public Scene rendered(String podName, RenderOutcome outcome) {
    rendered.putAll(keys(podName).stream().collect(Collectors.toMap(key -> key, key -> outcome)));
    return this;
  }

  public Scene storeFails(String words) {
    storeError = Optional.of(words);
    uploads.clear();
    return this;
  }

  /** The merged graphs over just these pods are stored. */
  public Scene merged(Hottest hottest, String... podNames) {
    merged = Optional.of(new MergeOutcome.Merged(keys(podNames), hottest, Optional.empty()));
    return this;
  }

  /** The merged graphs over just these pods could not be stored yet. */
  public Scene mergePostponed(WaitCause why, String... podNames) {
    merged = Optional.of(new MergeOutcome.Postponed(keys(podNames), why));
    return this;
  }

  /** The node has only this many places for the job. */
  public Scene places(String node, int places) {
    byNode.put(node, places);
    return this;
  }

  /** Another job of the namespace harmed a target of this image. */
  public Scene harmed(String imageID, String otherJob) {
    harmed.put(imageID, otherJob);
    return this;
  }

  /** The operator first saw then that the sidecar of the pod ran, or, of an ended one, that it had ended. */
  public Scene sighted(String podName, Duration sinceStart) {
    keys(podName).forEach(key -> sighted.put(key, Jobs.START.plus(sinceStart)));
    return this;
  }

  public Scene after(Duration sinceStart) {
    now = Jobs.START.plus(sinceStart);
    return this;
  }

  /** The operator came back then. */
  public Scene operatorSince(Duration sinceStart) {
    since = Jobs.START.plus(sinceStart);
    return after(sinceStart);
  }

  public Plan plan() {
    return Planner.plan(snapshot(), new Places(job.getSpec().parallelism(), byNode));
  }

  public Snapshot snapshot() {
    return new Snapshot(
        job, pods, uploads, ordered, storeError, rendered, merged, harmed, sighted, since, now);
  }

  /** The only target's next entry. */
  public RecordingStatus next() {
    return plan().recordings().getFirst();
  }

  private static Set<String> keys(String... podNames) {
    return Arrays.stream(podNames)
        .map(pod -> Snapshot.key(Targets.pending(pod)))
        .collect(Collectors.toSet());
  }
}
