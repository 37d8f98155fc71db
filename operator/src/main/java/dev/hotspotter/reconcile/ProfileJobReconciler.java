package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.Harm;
import dev.hotspotter.observe.Observer;
import dev.hotspotter.plan.Planner;
import dev.hotspotter.publish.Publisher;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.pyroscope.PushQueue;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs passes over a ProfileJob: select once, then observe, plan, act and publish until the phase
 * is terminal. All that it has in memory can be read or made again, so it may stop at any time.
 */
@ControllerConfiguration(name = "profilejob")
public final class ProfileJobReconciler implements Reconciler<ProfileJob> {

  private static final Logger LOG = LoggerFactory.getLogger(ProfileJobReconciler.class);
  private static final Duration NEXT_TRY = Duration.ofSeconds(2);
  private static final Duration NEVER = Duration.ZERO;
  /** Timers run out up to a millisecond early. */
  private static final Duration LAG = Duration.ofMillis(100);
  /** A change of spec.suspend causes a pass by itself. */
  private static final Duration WHILE_SUSPENDED = Duration.ofMinutes(5);

  private final Selector selector;
  private final Observer observer;
  private final ActionRunner actions;
  private final Publisher publisher;
  private final PushQueue pushes;
  private final Consumer<String> storeChanged;
  private final JobEventSource wakeUps;
  private final JobCache jobs;
  private final Capacity capacity;
  private final BooleanSupplier mayRun;
  private final Clock clock;
  private final String webUrl;

  /**
   * Creates the reconciler. Links in statuses begin with webUrl; storeChanged gets the namespace of
   * a job that has ended.
   */
  public ProfileJobReconciler(
      Selector selector,
      Observer observer,
      ActionRunner actions,
      Publisher publisher,
      PushQueue pushes,
      Consumer<String> storeChanged,
      JobEventSource wakeUps,
      JobCache jobs,
      Capacity capacity,
      BooleanSupplier mayRun,
      Clock clock,
      String webUrl) {
    this.selector = selector;
    this.observer = observer;
    this.actions = actions;
    this.publisher = publisher;
    this.pushes = pushes;
    this.storeChanged = storeChanged;
    this.wakeUps = wakeUps;
    this.jobs = jobs;
    this.capacity = capacity;
    this.mayRun = mayRun;
    this.clock = clock;
    this.webUrl = webUrl;
  }

  /**
   * True if an update needs a pass: the spec changed, the job is or was unreadable, or the status
   * of an unfinished job changed, whoever wrote it.
   */
  public static boolean needsPass(ProfileJob after, ProfileJob before) {
    return !Objects.equals(
            after.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || after.getUnreadable() != null
        || before.getUnreadable() != null
        || !JobPhase.hasEnded(after) && !Objects.equals(after.getStatus(), before.getStatus());
  }

  /** The result of a pass: the job, its new status, and the time until the next pass. */
  private record PassResult(ProfileJob job, ProfileJobStatus status, Duration recheckAfter) {}

  @Override
  public UpdateControl<ProfileJob> reconcile(ProfileJob job, Context<ProfileJob> context) {
    if (!mayRun.getAsBoolean()) {
      return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(NEXT_TRY);
    }
    if (job.getUnreadable() != null) {
      return setAside(job);
    }
    var pass =
        JobPhase.hasEnded(job) ? followUp(job) : JobPhase.hasStarted(job) ? run(job) : begin(job);
    var after = publish(pass.job(), pass.status(), context);
    if (JobPhase.hasEnded(job)) {
      return retire(after, pass.recheckAfter());
    }
    if (JobPhase.hasEnded(after)) {
      actions.run(after, Planner.actionsAfterEnd(after));
      storeChanged.accept(job.getMetadata().getNamespace());
    }
    // no event comes for what this pass itself has changed
    var hasNextStep =
        JobPhase.hasEnded(after) || JobPhase.hasStarted(after) && !JobPhase.hasStarted(job);
    return hasNextStep
        ? reconcile(after, context)
        : UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(pass.recheckAfter());
  }

  private ProfileJob publish(ProfileJob job, ProfileJobStatus status, Context<ProfileJob> context) {
    return publisher.publish(
        job, status, fresh -> context.resourceOperations().serverSideApplyPrimaryStatus(fresh));
  }

  private PassResult begin(ProfileJob job) {
    var draft = draft(job);
    if (job.getSpec().suspended()) {
      capacity.forget(job.getMetadata().getUid());
      return new PassResult(job, draft.pending(WaitCause.SUSPENDED), WHILE_SUSPENDED);
    }
    var status = capacity
        .reasonToWait(job)
        .map(wait -> draft.pending(new WaitCause(wait.reason(), wait.message())))
        .orElseGet(() -> selector.select(job, draft));
    return new PassResult(job, status, NEXT_TRY);
  }

  private PassResult run(ProfileJob job) {
    wakeUps.watch(job);
    var places = capacity.grant(job);
    var plan = Planner.plan(observer.observe(job, clock.instant()), places);
    var outcomes = actions.run(job, plan.actions());
    var recordings = capacity.releaseUnused(job, places, plan.after(outcomes));
    var draft = draft(job).withoutJvm(plan.imagesWithoutJvm());
    return new PassResult(job, draft.running(recordings, plan.merged()), plan.recheckAfter());
  }

  /**
   * Watches the targets of a finished job for a while, then drops what the operator remembers of
   * it, and continues to push its recordings.
   */
  private PassResult followUp(ProfileJob job) {
    var now = clock.instant();
    var watch = Harm.watchLeft(job, now);
    watch.ifPresentOrElse(
        _ -> wakeUps.forgetWork(job.getMetadata().getUid()),
        () -> wakeUps.forget(job.getMetadata().getUid()));
    var next = watch.map(left -> left.plus(LAG)).orElse(NEVER);
    return watch
        .flatMap(_ -> lateHarm(job, next))
        .or(() -> Optional.of(job)
            .filter(pushes::isUnsettled)
            .flatMap(jobs::unabridged)
            .map(whole -> new PassResult(whole, pushes.enqueue(whole), next)))
        .orElseGet(() -> new PassResult(job, job.getStatus(), next));
  }

  /** The new status of a finished job if one of its JVMs has ended since. */
  private Optional<PassResult> lateHarm(ProfileJob job, Duration next) {
    return jobs.unabridged(job).flatMap(whole -> {
      wakeUps.watch(whole);
      var recordings = observer.afterEnd(whole);
      return recordings.equals(whole.getStatus().recordings())
          ? Optional.<PassResult>empty()
          : Optional.of(new PassResult(whole, draft(whole).harmedAfterEnd(recordings), next));
    });
  }

  /** Deletes a finished job after its time to live, but not while its targets are watched. */
  private UpdateControl<ProfileJob> retire(ProfileJob job, Duration next) {
    pushes.forgetSettled(job);
    if (!next.equals(NEVER)) {
      return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(next);
    }
    storeChanged.accept(job.getMetadata().getNamespace());
    return publisher
        .deleteAfterItsTime(job, clock.instant())
        .map(left -> UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(left))
        .orElseGet(UpdateControl::noUpdate);
  }

  /**
   * Sets an unreadable job aside: its status becomes Failed with the problem, unless the job has
   * ended. If the spec is readable, the new status makes the job readable, and the next pass
   * retires it. If not, nobody deletes the job.
   */
  private UpdateControl<ProfileJob> setAside(ProfileJob job) {
    wakeUps.forgetAll(job.getMetadata().getUid());
    if (!JobPhase.hasEnded(job)) {
      var hint = job.getSpec() == null ? ", because its ttlSecondsAfterFinished has no effect" : "";
      var message =
          "%s; create a new ProfileJob, and delete this one%s".formatted(job.getUnreadable(), hint);
      publisher.overwrite(job, draft(job).failed(Reasons.UNREADABLE, message));
    }
    return UpdateControl.noUpdate();
  }

  /**
   * Ends the job if retries cannot help. Before its start, the job's status says why the operator
   * tries again.
   */
  @Override
  public ErrorStatusUpdateControl<ProfileJob> updateErrorStatus(
      ProfileJob job, Context<ProfileJob> context, Exception fault) {
    if (JobPhase.hasEnded(job)) {
      // a finished job's phase never changes, and its abridged status must not be written
      return ErrorStatusUpdateControl.defaultErrorProcessing();
    }
    var tries = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0);
    var failure = PassFailure.of(fault, tries);
    if (failure instanceof PassFailure.Permanent) {
      LOG.error("{} ends after {} tries", job.getMetadata().getName(), tries, fault);
    }
    status(job, failure).ifPresent(status -> publish(job, status, context));
    return failure instanceof PassFailure.Permanent
        ? ErrorStatusUpdateControl.<ProfileJob>noStatusUpdate()
            .withNoRetry()
            .rescheduleAfter(NEXT_TRY)
        : ErrorStatusUpdateControl.defaultErrorProcessing();
  }

  private Optional<ProfileJobStatus> status(ProfileJob job, PassFailure failure) {
    var draft = draft(job);
    return switch (failure) {
      case PassFailure.Retryable(var reason, var message)
      when !JobPhase.hasStarted(job) -> Optional.of(draft.pending(new WaitCause(reason, message)));
      case PassFailure.Permanent(var reason, var message) ->
        Optional.of(
            JobPhase.hasStarted(job)
                ? draft.abandoned(reason, message)
                : draft.failed(reason, message));
      case PassFailure.Retryable _, PassFailure.Conflict _ -> Optional.empty();
    };
  }

  @Override
  public List<EventSource<?, ProfileJob>> prepareEventSources(
      EventSourceContext<ProfileJob> context) {
    jobs.attach(context.getPrimaryCache());
    return List.of(wakeUps);
  }

  private StatusDraft draft(ProfileJob job) {
    return new StatusDraft(webUrl, job, clock.instant());
  }
}
