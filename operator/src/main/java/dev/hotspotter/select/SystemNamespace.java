package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import java.util.Optional;

/** Protects the cluster's own pods: a label or a workload must not select them by accident. */
public final class SystemNamespace {

  private static final String NAME = "kube-system";

  private SystemNamespace() {}

  /** The refusal of a job that names no pods there. */
  public static Optional<Refusal> refusal(ProfileJob job) {
    return NAME.equals(job.getMetadata().getNamespace())
            && job.getSpec().target().pods() == null
        ? Optional.of(new Refusal(
            Reasons.SYSTEM_NAMESPACE,
            "a job in namespace %s must name its pods; replace spec.target by target.pods"
                .formatted(NAME)))
        : Optional.empty();
  }
}
