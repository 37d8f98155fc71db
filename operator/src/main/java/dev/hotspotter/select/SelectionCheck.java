package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides whether a job can run with its selection. */
public final class SelectionCheck {

  private SelectionCheck() {}

  public static Optional<Refusal> refusal(ProfileJob job, Selection selection) {
    if (selection.targets().isEmpty()) {
      return Optional.of(
          selection.ineligible().isEmpty()
              ? new Refusal(Reasons.NO_TARGETS, noneMatches(job, selection))
              : noneEligible(selection));
    }
    return selection.targets().size() <= Sampling.MOST
        ? Optional.empty()
        : Optional.of(new Refusal(
            Reasons.TOO_MANY_TARGETS,
            ("%d containers were chosen, and one job can record %d;"
                    + " name the one to record in target.containers, or lower target.sample")
                .formatted(selection.targets().size(), Sampling.MOST)));
  }

  /**
   * The pods' common reason if they have one, so that a job over one pod states that pod's problem.
   */
  private static Refusal noneEligible(Selection selection) {
    var sentences = selection.ineligible().stream()
        .map(i -> "%s%s: %s (%s)"
            .formatted(
                String.join(", ", i.pods()),
                i.count() > i.pods().size()
                    ? " and %d more".formatted(i.count() - i.pods().size())
                    : "",
                i.message(),
                i.reason()))
        .collect(Collectors.joining("; "));
    var reason = selection.ineligible().size() == 1
        ? selection.ineligible().getFirst().reason()
        : Reasons.NO_ELIGIBLE_TARGETS;
    return new Refusal(reason, sentences);
  }

  private static String noneMatches(ProfileJob job, Selection selection) {
    var namespace = job.getMetadata().getNamespace();
    var ref = job.getSpec().target().workloadRef();
    return ref == null
        ? "no running pod in namespace %s matches target.selector; compare with kubectl get pods --show-labels -n %s"
            .formatted(namespace, namespace)
        : "%s %s has no running pod (%s); look at kubectl get pods -n %s -l '%s'"
            .formatted(
                ref.kind(), ref.name(), selection.selector(), namespace, selection.selector());
  }
}
