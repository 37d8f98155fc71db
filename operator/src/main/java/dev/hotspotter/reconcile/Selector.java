package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.cluster.TargetPods;
import dev.hotspotter.plan.StatusDraft;
import dev.hotspotter.plan.TargetSelection;
import dev.hotspotter.storage.ObjectStore;

/** Chooses a new job's targets, or ends it before any pod is touched when a recording would have nowhere to go. */
public final class Selector {

  private final TargetPods pods;
  private final ObjectStore store;

  public Selector(TargetPods pods, ObjectStore store) {
    this.pods = pods;
    this.store = store;
  }

  ProfileJobStatus select(ProfileJob job, StatusDraft draft) {
    return store
        .problem()
        .map(words -> draft.failed(
            Reasons.OBJECT_STORE_UNAVAILABLE,
            "the object store cannot be used: %s; check objectStore in the chart's values and the store itself".formatted(words)))
        .orElseGet(() -> draft.selected(TargetSelection.select(job, pods.matching(job))));
  }
}
