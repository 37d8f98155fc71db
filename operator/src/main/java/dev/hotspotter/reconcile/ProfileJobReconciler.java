package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobSpecBuilder;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.observe.WaitCause;
import dev.hotspotter.plan.Planner;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.pyroscope.Pushes;
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
 * Runs a pass over a ProfileJob: select once, then observe, plan, act and publish until the phase
 * is terminal. It keeps no state but in the job, the pods and the object store, so it may stop at
 * any time.
 */
@ControllerConfiguration(name = "profilejob")
public final class ProfileJobReconciler implements Reconciler<ProfileJob> {

  private static final Logger LOG = LoggerFactory.getLogger(ProfileJobReconciler.class);
  private static final Duration NEXT_TRY = Duration.ofSeconds(2);

  private final Selector selector;
  private final Observer observer;
  private final Actuator actuator;
  private final Publisher publisher;
  private final Pushes pushes;
  private final Consumer<String> storeChanged;
  private final JobEvents events;
  private final JobCache jobs;
  private final NamespaceCapacity capacity;
  private final Clock clock;
  private final String webUrl;

  /**
   * Creates the reconciler. Links in statuses begin with webUrl; storeChanged gets the namespace of
   * a job that ended or was deleted.
   */
  public ProfileJobReconciler(
      Selector selector,
      Observer observer,
      Actuator actuator,
      Publisher publisher,
      Pushes pushes,
      Consumer<String> storeChanged,
      JobEvents events,
      JobCache jobs,
      NamespaceCapacity capacity,
      Clock clock,
      String webUrl) {
    this.selector = selector;
    this.observer = observer;
    this.actuator = actuator;
    this.publisher = publisher;
    this.pushes = pushes;
    this.storeChanged = storeChanged;
    this.events = events;
    this.jobs = jobs;
    this.capacity = capacity;
    this.clock = clock;
    this.webUrl = webUrl;
  }

  /**
   * True if a change needs a pass: of the spec, of an unreadable job, or of a running job's status.
   * Somebody else may have written that status.
   */
  public static boolean isNews(ProfileJob after, ProfileJob before) {
    return !Objects.equals(
            after.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || after.getUnreadable() != null
        || before.getUnreadable() != null
        || !JobPhase.hasEnded(after) && !Objects.equals(after.getStatus(), before.getStatus());
  }

  /** The result of a pass: the job's new status, and the time until the next pass. */
  private record Pass(ProfileJob job, ProfileJobStatus status, Duration next) {}

  @Override
  public UpdateControl<ProfileJob> reconcile(ProfileJob job, Context<ProfileJob> context) {
    if (job.getUnreadable() != null) {
      return setAside(job);
    }
    var pass = JobPhase.hasEnded(job) ? followUp(job) : isStarted(job) ? run(job) : begin(job);
    var after = publisher.publish(pass.job(), pass.status(), context);
    if (JobPhase.hasEnded(job)) {
      return retire(after);
    }
    if (JobPhase.hasEnded(after)) {
      actuator.carryOut(after, Planner.actionsAfterEnd(after));
    }
    var goesOn = JobPhase.hasEnded(after) || isStarted(after) && !isStarted(job);
    return goesOn
        ? reconcile(after, context)
        : UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(pass.next());
  }

  private Pass begin(ProfileJob job) {
    var draft = draft(job);
    var status = capacity
        .reasonToWait(job)
        .map(wait -> draft.pending(new WaitCause(wait.reason(), wait.message())))
        .orElseGet(() -> selector.select(job, draft));
    return new Pass(job, status, NEXT_TRY);
  }

  private Pass run(ProfileJob job) {
    events.watch(job);
    var most = capacity.grant(job);
    var plan = Planner.plan(observer.observe(withParallelism(job, most), clock.instant()));
    var recordings =
        capacity.releaseUnused(job, most, plan.after(actuator.carryOut(job, plan.actions())));
    return new Pass(job, draft(job).running(recordings, plan.merged()), plan.recheckAfter());
  }

  /** Frees the memory for a finished job and continues its pushes. */
  private Pass followUp(ProfileJob job) {
    events.forget(job.getMetadata().getUid());
    return Optional.of(job)
        .filter(pushes::follows)
        .flatMap(jobs::whole)
        .map(whole -> new Pass(whole, pushes.follow(whole), NEXT_TRY))
        .orElseGet(() -> new Pass(job, job.getStatus(), NEXT_TRY));
  }

  private UpdateControl<ProfileJob> retire(ProfileJob job) {
    pushes.forgetSettled(job);
    storeChanged.accept(job.getMetadata().getNamespace());
    return publisher.retire(job, clock.instant());
  }

  /**
   * Sets an unreadable job aside: its status becomes Failed with the problem, unless the job has
   * ended. With that status, a job with a readable spec is retired like others. Without one,
   * nothing is deleted.
   */
  private UpdateControl<ProfileJob> setAside(ProfileJob job) {
    events.forgetAll(job.getMetadata().getUid());
    if (!JobPhase.hasEnded(job)) {
      var stays =
          job.getSpec() == null ? ", because its ttlSecondsAfterFinished has no effect" : "";
      var message = "%s; create a new ProfileJob, and delete this one%s"
          .formatted(job.getUnreadable(), stays);
      publisher.replace(job, draft(job).failed(Reasons.UNREADABLE, message));
    }
    return UpdateControl.noUpdate();
  }

  /** Writes the failure of a pass into the job's status; ends the job if retries cannot help. */
  @Override
  public ErrorStatusUpdateControl<ProfileJob> updateErrorStatus(
      ProfileJob job, Context<ProfileJob> context, Exception fault) {
    if (JobPhase.hasEnded(job)) {
      // a finished job's status never changes, and the cache has it abridged
      return ErrorStatusUpdateControl.defaultErrorProcessing();
    }
    var tries = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0);
    var failure = PassFailure.of(fault, tries);
    if (failure instanceof PassFailure.Final) {
      LOG.error("{} ends after {} tries", job.getMetadata().getName(), tries, fault);
    }
    status(job, failure).ifPresent(status -> publisher.publish(job, status, context));
    return failure instanceof PassFailure.Final
        ? ErrorStatusUpdateControl.<ProfileJob>noStatusUpdate()
            .withNoRetry()
            .rescheduleAfter(NEXT_TRY)
        : ErrorStatusUpdateControl.defaultErrorProcessing();
  }

  private Optional<ProfileJobStatus> status(ProfileJob job, PassFailure failure) {
    var draft = draft(job);
    return switch (failure) {
      case PassFailure.Waiting(var reason, var message)
      when !isStarted(job) -> Optional.of(draft.pending(new WaitCause(reason, message)));
      case PassFailure.Final(var reason, var message) ->
        Optional.of(
            isStarted(job) ? draft.abandoned(reason, message) : draft.failed(reason, message));
      case PassFailure.Waiting _, PassFailure.Passing _ -> Optional.empty();
    };
  }

  @Override
  public List<EventSource<?, ProfileJob>> prepareEventSources(
      EventSourceContext<ProfileJob> context) {
    jobs.attach(context.getPrimaryCache());
    return List.of(events);
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

  static boolean isStarted(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().startTime() != null;
  }
}
