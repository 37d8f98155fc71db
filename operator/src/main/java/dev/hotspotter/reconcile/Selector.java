package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.ImageHistory;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.retention.QuotaCheck;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.Nodes;
import dev.hotspotter.select.PodLookup;
import dev.hotspotter.select.SpecCheck;
import dev.hotspotter.select.SystemNamespace;
import dev.hotspotter.select.TargetPods;
import dev.hotspotter.select.TargetSelection;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/** Chooses a new job's targets; the job stays pending while the store cannot take recordings. */
public final class Selector {

  private final TargetPods pods;
  private final Nodes nodes;
  private final Supplier<Optional<String>> storeProblem;
  private final QuotaCheck quotas;
  private final int mostEphemeralContainers;
  private final InstallationLimits limits;
  private final Supplier<Collection<ProfileJob>> jobs;
  private final Clock clock;

  public Selector(
      TargetPods pods,
      Nodes nodes,
      Supplier<Optional<String>> storeProblem,
      QuotaCheck quotas,
      int mostEphemeralContainers,
      InstallationLimits limits,
      Supplier<Collection<ProfileJob>> jobs,
      Clock clock) {
    this.pods = pods;
    this.nodes = nodes;
    this.storeProblem = storeProblem;
    this.quotas = quotas;
    this.mostEphemeralContainers = mostEphemeralContainers;
    this.limits = limits;
    this.jobs = jobs;
    this.clock = clock;
  }

  ProfileJobStatus select(ProfileJob job, StatusDraft draft) {
    var invalid = SpecCheck.problem(job.getSpec());
    if (invalid.isPresent()) {
      return draft.failed(Reasons.INVALID_SPEC, invalid.get());
    }
    var forbidden = SystemNamespace.refusal(job).or(() -> limits.refusal(job));
    if (forbidden.isPresent()) {
      return draft.failed(forbidden.get().reason(), forbidden.get().message());
    }
    var storeProblem = this.storeProblem.get();
    if (storeProblem.isPresent()) {
      return away(draft, storeProblem.get());
    }
    try {
      return quotas
          .refusal(job)
          .map(no -> draft.failed(no.reason(), no.message()))
          .orElseGet(() -> choose(job, draft));
    } catch (StoreException e) {
      return away(draft, e.getMessage());
    }
  }

  private static ProfileJobStatus away(StatusDraft draft, String words) {
    return draft.pending(new WaitCause(
        Reasons.OBJECT_STORE_UNAVAILABLE,
        ("the job waits for the object store: %s;"
                + " if this lasts, check the store, and objectStore in the chart's values")
            .formatted(words)));
  }

  private ProfileJobStatus choose(ProfileJob job, StatusDraft draft) {
    try {
      return switch (pods.matching(job)) {
        case PodLookup.Failed failed -> draft.failed(failed.reason(), failed.message());
        case PodLookup.Found found ->
          draft.selected(TargetSelection.select(job, found, nodes::zones, rules(job)));
      };
    } catch (KubernetesClientException e) {
      return PassFailure.refusalOf(e)
          .map(words -> draft.failed(Reasons.INVALID_SPEC, words))
          .orElseThrow(() -> e);
    }
  }

  private TargetSelection.Rules rules(ProfileJob job) {
    var history = ImageHistory.of(job, jobs.get());
    return new TargetSelection.Rules(
        mostEphemeralContainers,
        limits.recordingsPerNode(),
        (pod, container) -> limits
            .refusal(job, pod, container)
            .or(() -> ImageHistory.refusal(history.harmed(), pod, container)),
        history.recorded(),
        clock.instant());
  }
}
