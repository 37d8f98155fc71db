package dev.hotspotter.layout;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of the workloads that a job profiles, for labels. A graph of a workload finds its
 * profiles by them, without pods' names.
 */
public final class WorkloadNames {

  private static final int MOST = 10;

  /** The characters of Kubernetes' random names. The dashboards cut pods' names in the same way. */
  private static final String RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

  /** A pod's name: its controller's, then a hash and a random part, a random part, or a number. */
  private static final Pattern POD =
      Pattern.compile("(.+?)(?:-%1$s{6,10})?-(?:%1$s{5}|[0-9]+)".formatted(RANDOM));

  private WorkloadNames() {}

  /**
   * At most ten names with commas between them. Before targets are chosen, only a workloadRef gives
   * one.
   */
  public static String of(ProfileJob job) {
    var named = job.getSpec().target().workloadRef();
    if (named != null) {
      return named.name();
    }
    var recordings =
        Optional.ofNullable(job.getStatus()).map(status -> status.recordings()).orElse(List.of());
    return recordings.stream()
        .map(RecordingStatus::pod)
        .map(WorkloadNames::ofPod)
        .distinct()
        .sorted()
        .limit(MOST)
        .collect(Collectors.joining(","));
  }

  /** The name of the target's workload, as far as its pod's name tells. */
  public static String of(ProfileJob job, RecordingStatus target) {
    var named = job.getSpec().target().workloadRef();
    return named == null ? ofPod(target.pod()) : named.name();
  }

  public static String ofPod(String pod) {
    var parts = POD.matcher(pod);
    return parts.matches() ? parts.group(1) : pod;
  }
}
