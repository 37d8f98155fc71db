package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.plan.Planner;
import dev.hotspotter.plan.StatusDraft;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.util.List;

/**
 * Takes a ProfileJob one step further: select once, then observe, plan, act, publish until the phase is terminal. All it knows
 * it reads anew from the job, the pods and the object store, so it may be stopped at any instant.
 */
@ControllerConfiguration(name = "profilejob")
public final class ProfileJobReconciler implements Reconciler<ProfileJob> {

  private final Selector selector;
  private final Observer observer;
  private final Actuator actuator;
  private final Publisher publisher;
  private final Pushes pushes;
  private final JobEvents events;
  private final JobCache jobs;
  private final Clock clock;
  private final String webUrl;

  /** Links in statuses begin with webUrl. */
  public ProfileJobReconciler(
      Selector selector,
      Observer observer,
      Actuator actuator,
      Publisher publisher,
      Pushes pushes,
      JobEvents events,
      JobCache jobs,
      Clock clock,
      String webUrl) {
    this.selector = selector;
    this.observer = observer;
    this.actuator = actuator;
    this.publisher = publisher;
    this.pushes = pushes;
    this.events = events;
    this.jobs = jobs;
    this.clock = clock;
    this.webUrl = webUrl;
  }

  @Override
  public UpdateControl<ProfileJob> reconcile(ProfileJob job, Context<ProfileJob> context) {
    if (isFinished(job)) {
      return retire(job, context);
    }
    var chosen = isStarted(job) ? job : publisher.publish(job, selector.select(job, draft(job)), context);
    if (isFinished(chosen)) {
      return retire(chosen, context);
    }
    events.watch(chosen);
    var seen = observer.observe(chosen, clock.instant());
    var plan = Planner.plan(seen);
    var recordings = actuator.carryOut(chosen, plan);
    var after = publisher.publish(chosen, draft(chosen).running(recordings, plan.merged()), context);
    if (isFinished(after)) {
      actuator.conclude(after);
      return retire(after, context);
    }
    return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(plan.recheckAfter());
  }

  /** Whoever finished the job, this instance may still keep something in memory for it. */
  private UpdateControl<ProfileJob> retire(ProfileJob job, Context<ProfileJob> context) {
    events.forget(job.getMetadata().getUid());
    var followed = publisher.publish(job, pushes.follow(job), context);
    pushes.told(followed);
    return publisher.retire(followed, clock.instant());
  }

  @Override
  public List<EventSource<?, ProfileJob>> prepareEventSources(EventSourceContext<ProfileJob> context) {
    jobs.attach(context.getPrimaryCache());
    return List.of(events);
  }

  private StatusDraft draft(ProfileJob job) {
    return new StatusDraft(webUrl, job, clock.instant());
  }

  private static boolean isStarted(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().startTime() != null;
  }

  static boolean isFinished(ProfileJob job) {
    ProfileJobStatus status = job.getStatus();
    return status != null && status.phase() != null && status.phase().isTerminal();
  }
}
