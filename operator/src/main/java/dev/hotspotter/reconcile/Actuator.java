package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.plan.Action;
import dev.hotspotter.plan.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a plan's actions. One target's trouble never stops the others. */
public final class Actuator {

  private static final Logger LOG = LoggerFactory.getLogger(Actuator.class);

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
    if (!injected.isEmpty()) {
      renderings.expect();
    }
    return plan.recordings().stream().map(r -> injected.getOrDefault(Snapshot.key(r), r)).toList();
  }

  /** A job that failed has a report, too: whoever has its link sees why when the job is gone. Nothing waits for it. */
  void conclude(ProfileJob job) {
    var recordings = job.getStatus().recordings();
    if (recordings.stream().allMatch(r -> r.phase() == RecordingPhase.FAILED)) {
      renderings.report(job, recordings);
    }
  }

  /** All at once, because targets that record at the same time should start at the same time. */
  private Map<String, RecordingStatus> inject(ProfileJob job, Plan plan) {
    var outcomes = new HashMap<RecordingStatus, Future<RecordingStatus>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var action : plan.actions()) {
        if (action instanceof Action.Inject inject) {
          outcomes.put(inject.target(), threads.submit(() -> injection.inject(job, inject)));
        }
      }
    }
    var entries = new HashMap<String, RecordingStatus>();
    outcomes.forEach((target, outcome) -> entries.put(
        Snapshot.key(target),
        outcome.state() == Future.State.SUCCESS ? outcome.resultNow() : failed(target, outcome.exceptionNow())));
    return entries;
  }

  /** What nobody expected would happen again in every pass. */
  private static RecordingStatus failed(RecordingStatus target, Throwable fault) {
    LOG.error("could not inject into pod {}", target.pod(), fault);
    return TargetEntry.failed(
        target,
        Reasons.INJECTION_FAILED,
        "the operator did not expect this while it put the sidecar into the pod: %s; look at the operator's log".formatted(fault));
  }
}
