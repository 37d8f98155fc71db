package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Action;
import dev.hotspotter.plan.Plan;
import dev.hotspotter.plan.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Carries out a plan's actions. One target's trouble never stops the others. */
public final class Actuator {

  private final Injection injection;
  private final Renderings renderings;

  public Actuator(Injection injection, Renderings renderings) {
    this.injection = injection;
    this.renderings = renderings;
  }

  /** The plan's entries as the actions have left them. */
  List<RecordingStatus> carryOut(ProfileJob job, Plan plan) {
    for (var action : plan.actions()) {
      switch (action) {
        case Action.Render render -> renderings.render(job, render.target());
        case Action.Merge merge -> renderings.merge(job, merge.targets());
        case Action.Inject inject -> {}
      }
    }
    var injected = inject(job, plan);
    return plan.recordings().stream().map(r -> injected.getOrDefault(Snapshot.key(r), r)).toList();
  }

  /** All at once, because targets that record at the same time should start at the same time. */
  private Map<String, RecordingStatus> inject(ProfileJob job, Plan plan) {
    var outcomes = new HashMap<String, Future<RecordingStatus>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var action : plan.actions()) {
        if (action instanceof Action.Inject inject) {
          outcomes.put(Snapshot.key(inject.target()), threads.submit(() -> injection.inject(job, inject)));
        }
      }
    }
    var entries = new HashMap<String, RecordingStatus>();
    outcomes.forEach((key, outcome) -> entries.put(key, outcome.resultNow()));
    return entries;
  }
}
