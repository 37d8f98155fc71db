package dev.hotspotter.layout;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.GroupBy;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;

/** The groups by which merged graphs keep targets apart. */
public final class MergeGroup {

  /**
   * The label with a node's zone; newer clusters copy it to the pod
   * (kubernetes.io/docs/reference/labels-annotations-taints).
   */
  public static final String ZONE = "topology.kubernetes.io/zone";

  private static final String VERSION = "app.kubernetes.io/version";

  private MergeGroup() {}

  /** True if pods without a zone label may need their node's zone. */
  public static boolean needsZones(ProfileJob job) {
    return label(job.getSpec().artifacts()).filter(ZONE::equals).isPresent();
  }

  /**
   * The target's group, kept in the status because the pod may be gone when the graphs are merged.
   */
  public static Optional<String> of(ProfileJob job, Pod pod, Map<String, String> zones) {
    return label(job.getSpec().artifacts()).flatMap(key -> {
      var own = label(pod, key);
      return key.equals(ZONE)
          ? own.or(() -> Optional.ofNullable(zones.get(pod.getSpec().getNodeName())))
          : own;
    });
  }

  /** The version in the pod's label. */
  public static Optional<String> version(Pod pod) {
    return label(pod, VERSION);
  }

  private static Optional<String> label(Pod pod, String key) {
    return Optional.ofNullable(pod.getMetadata().getLabels().get(key))
        .filter(value -> !value.isEmpty());
  }

  /** The outermost frame of the target's stacks in merged graphs; empty without groups. */
  public static Optional<String> frame(ProfileJob job, RecordingStatus target) {
    var options = job.getSpec().artifacts();
    return switch (options.groupBy()) {
      case NONE -> Optional.empty();
      case POD -> Optional.of(target.pod());
      case NODE -> Optional.ofNullable(target.node());
      case VERSION, LABEL ->
        Optional.ofNullable(target.group()).or(() -> label(options).map("[no %s]"::formatted));
    };
  }

  /** A graph's title, such as "by version"; empty without groups. */
  public static Optional<String> title(ProfileJob job) {
    var options = job.getSpec().artifacts();
    return switch (options.groupBy()) {
      case NONE -> Optional.empty();
      case LABEL -> Optional.of("by " + options.groupByLabel());
      case POD, NODE, VERSION -> Optional.of("by " + options.groupBy().word());
    };
  }

  private static Optional<String> label(ArtifactOptions options) {
    return options.groupBy() == GroupBy.VERSION
        ? Optional.of(VERSION)
        : Optional.ofNullable(options.groupByLabel());
  }
}
