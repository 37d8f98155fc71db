package dev.hotspotter.testing;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.PodSelector;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobSpec;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.Target;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** ProfileJobs as the API server hands them out, with its defaults filled in. */
public final class Jobs {

  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  /** The name of the sidecar that belongs to these jobs. */
  public static final String SIDECAR = "hotspotter-1f0c3a5e";

  private Jobs() {}

  /** Records cpu for 60 s, ten targets at a time. */
  public static ProfileJob job() {
    return job(10, null);
  }

  public static ProfileJob job(Event... events) {
    return job(null, new Recording("60s", List.of(events), "10ms"), 10, null);
  }

  public static ProfileJob job(int parallelism, Long deadlineSeconds) {
    return job(null, new Recording("60s", List.of(Event.CPU), "10ms"), parallelism, deadlineSeconds);
  }

  public static ProfileJob job(String container, Recording recording, int parallelism, Long deadlineSeconds) {
    var job = new ProfileJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("shop")
            .withName("checkout-cpu")
            .withUid("1f0c3a5e-7d24-4c0b-9c55-0d6e8f1a2b3c")
            .withGeneration(1L)
            .withCreationTimestamp(START.toString())
            .build());
    var target = new Target(new PodSelector(Map.of("app", "notifier"), null), container);
    job.setSpec(new ProfileJobSpec(target, recording, parallelism, deadlineSeconds, null));
    return job;
  }

  /** The job, running since START over these targets. */
  public static ProfileJob running(ProfileJob job, RecordingStatus... targets) {
    job.setStatus(
        new ProfileJobStatus(
            1L, JobPhase.RUNNING, List.of(), START.toString(), null, null, List.of(targets), null, null, null));
    return job;
  }
}
