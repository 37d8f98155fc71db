package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobSpecBuilder;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.observe.Setback;
import dev.hotspotter.plan.Planner;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.pyroscope.Pushes;
import dev.hotspotter.select.Refusal;
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
 * Takes a ProfileJob one step further: select once, then observe, plan, act, publish until the phase is terminal. All it knows
 * it reads anew from the job, the pods and the object store, so it may be stopped at any instant.
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
  private final NamespaceRoom room;
  private final Clock clock;
  private final String webUrl;

  /** Links in statuses begin with webUrl; storeChanged is told the namespace of a job that has ended or is deleted. */
  public ProfileJobReconciler(
      Selector selector,
      Observer observer,
      Actuator actuator,
      Publisher publisher,
      Pushes pushes,
      Consumer<String> storeChanged,
      JobEvents events,
      JobCache jobs,
      NamespaceRoom room,
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
    this.room = room;
    this.clock = clock;
    this.webUrl = webUrl;
  }

  /**
   * A change of a status calls for a pass, too, as somebody else may have written it; not that of a job that has ended, unless it can
   * be read only now.
   */
  public static boolean isNews(ProfileJob after, ProfileJob before) {
    return !Objects.equals(after.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || after.getUnreadable() != null
        || before.getUnreadable() != null
        || !JobPhase.hasEnded(after) && !Objects.equals(after.getStatus(), before.getStatus());
  }

  @Override
  public UpdateControl<ProfileJob> reconcile(ProfileJob job, Context<ProfileJob> context) {
    if (job.getUnreadable() != null) {
      return setAside(job);
    }
    if (JobPhase.hasEnded(job)) {
      return retire(job, context);
    }
    var wait = isStarted(job) ? Optional.<Refusal>empty() : room.admit(job);
    if (wait.isPresent()) {
      publisher.publish(job, draft(job).pending(new Setback(wait.get().reason(), wait.get().message())), context);
      return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(NEXT_TRY);
    }
    var chosen = isStarted(job) ? job : publisher.publish(job, selector.select(job, draft(job)), context);
    if (JobPhase.hasEnded(chosen)) {
      return retire(chosen, context);
    }
    if (!isStarted(chosen)) {
      return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(NEXT_TRY);
    }
    events.watch(chosen);
    var most = room.grant(chosen);
    var seen = observer.observe(abreast(chosen, most), clock.instant());
    var plan = Planner.plan(seen);
    var recordings = room.settle(chosen, most, plan.after(actuator.carryOut(chosen, plan.actions())));
    var after = publisher.publish(chosen, draft(chosen).running(recordings, plan.merged()), context);
    if (JobPhase.hasEnded(after)) {
      actuator.carryOut(after, Planner.conclusion(after));
      return retire(after, context);
    }
    return UpdateControl.<ProfileJob>noUpdate().rescheduleAfter(plan.recheckAfter());
  }

  /**
   * Nothing is done with such an object, and its status says why as far as it has none that can be relied on. With that status it can be
   * read, and is retired like others, if its spec can; on the word of a spec that cannot, nothing is deleted.
   */
  private UpdateControl<ProfileJob> setAside(ProfileJob job) {
    events.forgetAll(job.getMetadata().getUid());
    if (!JobPhase.hasEnded(job)) {
      var stays = job.getSpec() == null ? ", which stays until then, whatever its ttlSecondsAfterFinished" : "";
      var message = "%s; create a new ProfileJob, and delete this one%s".formatted(job.getUnreadable(), stays);
      publisher.replace(job, draft(job).failed(Reasons.UNREADABLE, message));
    }
    return UpdateControl.noUpdate();
  }

  /** A job is told why it waits, and ends when waiting cannot help. */
  @Override
  public ErrorStatusUpdateControl<ProfileJob> updateErrorStatus(ProfileJob job, Context<ProfileJob> context, Exception fault) {
    if (JobPhase.hasEnded(job)) {
      return ErrorStatusUpdateControl.defaultErrorProcessing(); // a finished job's status never changes, and is remembered abridged
    }
    var tries = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0);
    switch (Mishap.of(fault, tries)) {
      case Mishap.Waiting waiting when !isStarted(job) ->
          publisher.publish(job, draft(job).pending(new Setback(waiting.reason(), waiting.message())), context);
      case Mishap.Final end -> {
        LOG.error("{} ends after {} tries", job.getMetadata().getName(), tries, fault);
        publisher.publish(job, ended(job, end), context);
        return ErrorStatusUpdateControl.<ProfileJob>noStatusUpdate().withNoRetry().rescheduleAfter(NEXT_TRY);
      }
      default -> {}
    }
    return ErrorStatusUpdateControl.defaultErrorProcessing();
  }

  private ProfileJobStatus ended(ProfileJob job, Mishap.Final end) {
    var draft = draft(job);
    return isStarted(job) ? draft.abandoned(end.reason(), end.message()) : draft.failed(end.reason(), end.message());
  }

  /** Whoever finished the job, this instance may still keep something in memory for it. */
  private UpdateControl<ProfileJob> retire(ProfileJob job, Context<ProfileJob> context) {
    events.forget(job.getMetadata().getUid());
    var followed =
        pushes.follows(job)
            ? jobs.whole(job).map(whole -> publisher.publish(whole, pushes.follow(whole), context)).orElse(job)
            : job;
    pushes.told(followed);
    storeChanged.accept(job.getMetadata().getNamespace());
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

  /** The job as it would be if it asked for no more targets at a time than that. */
  private static ProfileJob abreast(ProfileJob job, int targets) {
    var copy = new ProfileJob();
    copy.setMetadata(job.getMetadata());
    copy.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).parallelism(targets).build());
    copy.setStatus(job.getStatus());
    return copy;
  }

  static boolean isStarted(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().startTime() != null;
  }
}
