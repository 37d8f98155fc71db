package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.cluster.Nodes;
import dev.hotspotter.cluster.TargetPods;
import dev.hotspotter.plan.Reach;
import dev.hotspotter.plan.StatusDraft;
import dev.hotspotter.plan.TargetSelection;
import dev.hotspotter.storage.ObjectStore;
import java.time.Clock;

/** Chooses a new job's targets, or ends it before any pod is touched when a recording would have nowhere to go. */
public final class Selector {

  private final TargetPods pods;
  private final Nodes nodes;
  private final ObjectStore store;
  private final int mostEphemeralContainers;
  private final Clock clock;

  public Selector(TargetPods pods, Nodes nodes, ObjectStore store, int mostEphemeralContainers, Clock clock) {
    this.pods = pods;
    this.nodes = nodes;
    this.store = store;
    this.mostEphemeralContainers = mostEphemeralContainers;
    this.clock = clock;
  }

  ProfileJobStatus select(ProfileJob job, StatusDraft draft) {
    return store
        .problem()
        .map(words -> draft.failed(
            Reasons.OBJECT_STORE_UNAVAILABLE,
            "the object store cannot be used: %s; check objectStore in the chart's values and the store itself".formatted(words)))
        .orElseGet(() -> switch (pods.matching(job)) {
          case Reach.Nothing nothing -> draft.failed(nothing.reason(), nothing.message());
          case Reach.Pods reach -> draft.selected(
              TargetSelection.select(job, reach, nodes::zones, mostEphemeralContainers, clock.instant()));
        });
  }
}
