package dev.hotspotter.layout;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The workloads that a job profiles, as labels have them: by these, a graph of a workload finds its profiles without knowing their pods. */
public final class WorkloadNames {

  private static final int MOST = 10;

  /** The letters that Kubernetes makes random names of. The dashboards cut names of pods in the same way. */
  private static final String RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

  /** What a controller adds to its name for its pods: a hash and a random part, a random part, or a number. */
  private static final Pattern POD =
      Pattern.compile("(.+?)(?:-%1$s{6,10})?-(?:%1$s{5}|[0-9]+)".formatted(RANDOM));

  private WorkloadNames() {}

  /** Names with commas between them, at most ten; empty until targets are selected, unless the job names its workload. */
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

  /** The name of the one workload that the target belongs to, as far as its pod's name tells. */
  public static String of(ProfileJob job, RecordingStatus target) {
    var named = job.getSpec().target().workloadRef();
    return named == null ? ofPod(target.pod()) : named.name();
  }

  public static String ofPod(String pod) {
    var parts = POD.matcher(pod);
    return parts.matches() ? parts.group(1) : pod;
  }
}
