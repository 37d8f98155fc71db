package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The time for which a sidecar waits before it attaches. It differs between the targets of a job,
 * so that a service does not pause in all its pods at the same moment.
 */
public final class AttachDelay {

  /** No delay is longer. */
  public static final Duration LONGEST = Duration.ofSeconds(5);

  private static final Duration STEP = Duration.ofMillis(250);
  private static final int STEPS = (int) LONGEST.dividedBy(STEP);

  private AttachDelay() {}

  /** The delay of a target. */
  public static Duration of(ProfileJob job, RecordingStatus target) {
    return of(job, target.podUID(), target.container());
  }

  /** The sidecar's variable; none for the job's first target. */
  static List<EnvVar> variable(ProfileJob job, Pod pod, Container container) {
    var delay = of(job, pod.getMetadata().getUid(), container.getName());
    return delay.isZero()
        ? List.of()
        : List.of(new EnvVar("HOTSPOTTER_ATTACH_DELAY", delay.toMillis() + "ms", null));
  }

  private static Duration of(ProfileJob job, String podUid, String container) {
    var targets = job.getStatus().recordings();
    var position = IntStream.range(0, targets.size())
        .filter(i ->
            targets.get(i).podUID().equals(podUid) && targets.get(i).container().equals(container))
        .findFirst()
        .orElse(0);
    return STEP.multipliedBy(position % STEPS);
  }
}
