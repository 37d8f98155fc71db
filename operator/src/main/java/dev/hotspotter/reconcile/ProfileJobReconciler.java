package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
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
  private final NamespaceCapacity capacity;
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
      NamespaceCapacity capacity,
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
    if (job.getUnreadable() != null) {
      return setAside(job);
    }
    var pass =
        JobPhase.hasEnded(job) ? followUp(job) : JobPhase.hasStarted(job) ? run(job) : begin(job);
    var after = publish(pass.job(), pass.status(), context);
    if (JobPhase.hasEnded(job)) {
      return retire(after);
    }
    if (JobPhase.hasEnded(after)) {
      actions.run(after, Planner.actionsAfterEnd(after));
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
    var granted = capacity.grant(job);
    var plan = Planner.plan(observer.observe(withParallelism(job, granted), clock.instant()));
    var outcomes = actions.run(job, plan.actions());
    var recordings = capacity.releaseUnused(job, granted, plan.after(outcomes));
    return new PassResult(job, draft(job).running(recordings, plan.merged()), plan.recheckAfter());
  }

  /** Drops what the operator remembers of a finished job, and continues to push its recordings. */
  private PassResult followUp(ProfileJob job) {
    wakeUps.forget(job.getMetadata().getUid());
    return Optional.of(job)
        .filter(pushes::isUnsettled)
        .flatMap(jobs::unabridged)
        .map(whole -> new PassResult(whole, pushes.enqueue(whole), NEXT_TRY))
        .orElseGet(() -> new PassResult(job, job.getStatus(), NEXT_TRY));
  }

  private UpdateControl<ProfileJob> retire(ProfileJob job) {
    pushes.forgetSettled(job);
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

  /** A copy of the job with this parallelism. */
  private static ProfileJob withParallelism(ProfileJob job, int targets) {
    var copy = new ProfileJob();
    copy.setMetadata(job.getMetadata());
    copy.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).parallelism(targets).build());
    copy.setStatus(job.getStatus());
    return copy;
  }
}
