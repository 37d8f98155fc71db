package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.inject.InjectOutcome;
import dev.hotspotter.inject.SidecarInjector;
import dev.hotspotter.inject.StopOrders;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.plan.Action;
import dev.hotspotter.publish.EventRecorder;
import dev.hotspotter.publish.Notice;
import dev.hotspotter.telemetry.OperatorMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a plan's actions. A failure at one target does not affect the others. */
public final class ActionRunner {

  private static final Logger LOG = LoggerFactory.getLogger(ActionRunner.class);

  private final SidecarInjector injector;
  private final StopOrders orders;
  private final Renderings renderings;
  private final EventRecorder events;
  private final OperatorMetrics metrics;
  private final BooleanSupplier leads;

  public ActionRunner(
      SidecarInjector injector,
      StopOrders orders,
      Renderings renderings,
      EventRecorder events,
      OperatorMetrics metrics,
      BooleanSupplier leads) {
    this.injector = injector;
    this.orders = orders;
    this.renderings = renderings;
    this.events = events;
    this.metrics = metrics;
    this.leads = leads;
  }

  /**
   * Starts all actions and returns the outcomes of injections by target key. The other actions go
   * on after the pass.
   */
  Map<String, InjectOutcome> run(ProfileJob job, List<Action> actions) {
    var injections = new ArrayList<Action.Inject>();
    var stops = new HashMap<String, List<RecordingStatus>>();
    for (var action : actions) {
      switch (action) {
        case Action.Inject inject -> injections.add(inject);
        case Action.Stop(var target, var whatTheJobDid) ->
          stops.computeIfAbsent(whatTheJobDid, _ -> new ArrayList<>()).add(target);
        case Action.Render render -> renderings.render(job, render.target());
        case Action.Merge merge -> renderings.merge(job, merge.targets());
        case Action.Report report -> renderings.report(job, report.targets());
      }
    }
    stops.forEach((whatTheJobDid, targets) -> orders.stop(job, targets, whatTheJobDid));
    var outcomes = inject(job, injections);
    if (!outcomes.isEmpty()) {
      renderings.expect();
    }
    return outcomes;
  }

  /**
   * Stops the recordings of a deleted job, in the background. Its last status may lag behind, so
   * targets that wait are ordered to stop, too. Each instance writes the orders, but only the one
   * that leads writes the event.
   */
  void stopDeleted(ProfileJob job) {
    var unfinished = job.getStatus().recordings().stream()
        .filter(target -> !target.phase().isTerminal())
        .toList();
    if (!unfinished.isEmpty()) {
      Thread.ofVirtual().start(() -> {
        var stopped = orders.stop(job, unfinished, "was deleted");
        if (leads.getAsBoolean()
            && unfinished.stream().anyMatch(target -> target.phase().mayRecord())) {
          events.record(job, Notice.deleted(job, stopped));
        }
      });
    }
  }

  /** Injects in parallel, because these targets should start at the same time. */
  private Map<String, InjectOutcome> inject(ProfileJob job, List<Action.Inject> injections) {
    var outcomes = new HashMap<RecordingStatus, Future<InjectOutcome>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      injections.forEach(
          inject -> outcomes.put(inject.target(), threads.submit(() -> inject(job, inject))));
    }
    return outcomes.entrySet().stream()
        .collect(Collectors.toMap(
            each -> Snapshot.key(each.getKey()), each -> ended(each.getKey(), each.getValue())));
  }

  private InjectOutcome inject(ProfileJob job, Action.Inject action) {
    var outcome = injector.inject(job, action.target(), action.pod());
    if (outcome instanceof InjectOutcome.Injected) {
      metrics.sidecarInjected();
      events.record(action.pod(), Notice.injected(job, action.target()));
    }
    return outcome;
  }

  /** Makes an unexpected exception final, because it would return in every pass. */
  private static InjectOutcome ended(RecordingStatus target, Future<InjectOutcome> outcome) {
    if (outcome.state() == Future.State.SUCCESS) {
      return outcome.resultNow();
    }
    var fault = outcome.exceptionNow();
    LOG.error("could not inject into pod {}", target.pod(), fault);
    return new InjectOutcome.Refused(
        Reasons.INJECTION_FAILED,
        "the injection failed unexpectedly: %s; look at the operator's log".formatted(fault));
  }
}
