package dev.hotspotter.publish;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.telemetry.OperatorMetrics;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the result of a pass as status, events, metrics and log, and deletes finished jobs
 * after their time to live.
 */
public final class Publisher {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  /** Status codes with which the API server refuses a patch of an invalid object. */
  private static final Set<Integer> MALFORMED = Set.of(400, 422);

  private final KubernetesClient client;
  private final EventRecorder events;
  private final OperatorMetrics metrics;

  public Publisher(KubernetesClient client, EventRecorder events, OperatorMetrics metrics) {
    this.client = client;
    this.events = events;
    this.metrics = metrics;
  }

  /**
   * Writes the status if it is new, by write, which gets a job with the new status and returns the
   * API server's job. Returns the resulting job.
   */
  public ProfileJob publish(
      ProfileJob job, ProfileJobStatus status, UnaryOperator<ProfileJob> write) {
    if (status.equals(job.getStatus())) {
      return job;
    }
    if (AbridgedJob.isAbridged(status)) {
      throw new IllegalStateException("the status of %s is abridged: read the whole job first"
          .formatted(job.getMetadata().getName()));
    }
    var published = write.apply(onlyStatus(job, status));
    tell(job, status);
    if (isHarmed(status) && !isHarmed(job.getStatus())) {
      metrics.jobHarmed();
    }
    if (status.phase().isTerminal() && !JobPhase.hasEnded(job)) {
      status.recordings().stream()
          .filter(recording -> recording.phase() == RecordingPhase.FAILED)
          .forEach(recording -> metrics.recordingFailed(recording.reason()));
    }
    return published;
  }

  private static boolean isHarmed(ProfileJobStatus status) {
    return status != null && status.condition(StandingConditions.HARMED).isPresent();
  }

  /**
   * Overwrites the status of an unreadable job. If the API server refuses, only an event tells the
   * problem.
   */
  public void overwrite(ProfileJob job, ProfileJobStatus status) {
    try {
      var patch = List.of(
          Map.of(
              "op",
              "replace",
              "path",
              "/metadata/resourceVersion",
              "value",
              job.getMetadata().getResourceVersion()),
          Map.of("op", "add", "path", "/status", "value", status));
      var json = client.getKubernetesSerialization().asJson(patch);
      client.resource(job).subresource("status").patch(PatchContext.of(PatchType.JSON), json);
    } catch (KubernetesClientException e) {
      if (!MALFORMED.contains(e.getCode())) {
        throw e;
      }
      LOG.warn(
          "could not write the status of {}/{}: {}",
          job.getMetadata().getNamespace(),
          job.getMetadata().getName(),
          e.getMessage());
    }
    tell(job, status);
  }

  private void tell(ProfileJob job, ProfileJobStatus status) {
    for (var notice : Notice.between(job.getStatus(), status)) {
      LOG.info("{}: {}", notice.reason(), notice.message());
      events.record(job, notice);
    }
  }

  /**
   * Deletes a finished job after its time to live; returns the time until then, if it is not over.
   * A harmed job stays, because only a person may allow its image again.
   * The resource version makes the API server refuse to delete a later job of the same name.
   */
  public Optional<Duration> deleteAfterItsTime(ProfileJob job, Instant now) {
    var ttl = job.getSpec().ttlSecondsAfterFinished();
    if (ttl == null || isHarmed(job.getStatus())) {
      return Optional.empty();
    }
    var left =
        Duration.between(now, Instant.parse(job.getStatus().completionTime()).plusSeconds(ttl));
    if (left.isPositive()) {
      return Optional.of(left);
    }
    client.resource(job).lockResourceVersion().delete();
    return Optional.empty();
  }

  /**
   * The patch of the status. With the resource version, the API server refuses a status that was
   * made from an older one, so two passes at once cannot both act.
   */
  private static ProfileJob onlyStatus(ProfileJob job, ProfileJobStatus status) {
    var fresh = new ProfileJob();
    fresh.setMetadata(new ObjectMetaBuilder()
        .withName(job.getMetadata().getName())
        .withNamespace(job.getMetadata().getNamespace())
        .withUid(job.getMetadata().getUid())
        .withResourceVersion(job.getMetadata().getResourceVersion())
        .build());
    fresh.setStatus(status);
    return fresh;
  }
}
