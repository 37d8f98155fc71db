package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.pyroscope.PushQueue;
import dev.hotspotter.select.TargetPods;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Triggers a pass over a job when one of its pods changes, a rendering ends or a push ends. It also
 * stops the recordings of deleted jobs, and cleans up after them.
 */
public final class JobEventSource extends SimpleInboundEventSource<ProfileJob>
    implements ResourceEventAware<ProfileJob> {

  private final TargetPods pods;
  private final Renderings renderings;
  private final PushQueue pushes;
  private final Capacity capacity;
  private final JobCache jobs;
  private final ActionRunner actions;
  private final Consumer<String> storeChanged;

  /** Gives storeChanged the namespace of each deleted job. */
  public JobEventSource(
      TargetPods pods,
      Renderings renderings,
      PushQueue pushes,
      Capacity capacity,
      JobCache jobs,
      ActionRunner actions,
      Consumer<String> storeChanged) {
    super("target-pods");
    this.pods = pods;
    this.renderings = renderings;
    this.pushes = pushes;
    this.capacity = capacity;
    this.jobs = jobs;
    this.actions = actions;
    this.storeChanged = storeChanged;
    renderings.whenDone(this::wake);
    pushes.whenDone(this::wake);
  }

  void watch(ProfileJob job) {
    forgetDeleted();
    pods.watch(job, () -> wake(job));
  }

  /**
   * Cleans up once more: a pass that ran during the deletion may have started a watch, rendering or
   * push after it.
   */
  private void forgetDeleted() {
    // read before the jobs, so that a job that starts meanwhile is in neither
    var known = Stream.of(pods.watched(), renderings.jobs(), pushes.jobs(), capacity.jobs())
        .flatMap(Collection::stream)
        .toList();
    var existing =
        jobs.get().stream().map(job -> job.getMetadata().getUid()).collect(Collectors.toSet());
    known.stream().filter(uid -> !existing.contains(uid)).forEach(this::forgetAll);
  }

  /** Drops everything in memory about a job that is done. */
  void forgetAll(String jobUid) {
    forget(jobUid);
    pushes.forget(jobUid);
  }

  /** Drops everything in memory about a job that needs no further pass, but not its pushes. */
  void forget(String jobUid) {
    pods.forget(jobUid);
    forgetWork(jobUid);
  }

  /** Drops the work and the places of a job that has ended, but neither its watch nor its pushes. */
  void forgetWork(String jobUid) {
    renderings.forget(jobUid);
    capacity.forget(jobUid);
  }

  @Override
  public void onResourceDeleted(ProfileJob job) {
    forgetAll(job.getMetadata().getUid());
    if (job.getUnreadable() == null && JobPhase.hasStarted(job) && !JobPhase.hasEnded(job)) {
      actions.stopDeleted(job);
    }
    storeChanged.accept(job.getMetadata().getNamespace());
  }

  @Override
  public void stop() {
    super.stop();
    pods.close();
  }

  private void wake(ProfileJob job) {
    propagateEvent(ResourceID.fromResource(job));
  }
}
