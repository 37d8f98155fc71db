package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.pyroscope.Pushes;
import dev.hotspotter.select.TargetPods;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls for another pass over a job when one of its pods changes, a rendering is done or a recording sent, and cleans up after deleted jobs. */
public final class JobEvents extends AbstractEventSource<Pod, ProfileJob>
    implements ResourceEventAware<ProfileJob> {

  private final TargetPods pods;
  private final Renderings renderings;
  private final Pushes pushes;
  private final NamespaceCapacity capacity;
  private final JobCache jobs;

  public JobEvents(
      TargetPods pods,
      Renderings renderings,
      Pushes pushes,
      NamespaceCapacity capacity,
      JobCache jobs) {
    super(Pod.class, "target-pods");
    this.pods = pods;
    this.renderings = renderings;
    this.pushes = pushes;
    this.capacity = capacity;
    this.jobs = jobs;
    renderings.whenDone(this::wake);
    pushes.whenDone(this::wake);
  }

  void watch(ProfileJob job) {
    forgetDeleted();
    pods.watch(job, () -> wake(job));
  }

  /** A pass that runs while its job is deleted may begin to watch, to render or to send, or take room, after the deletion was noticed. */
  private void forgetDeleted() {
    // before the jobs, so that one that begins meanwhile is in neither
    var known = Stream.of(pods.watched(), renderings.jobs(), pushes.jobs(), capacity.jobs())
        .flatMap(Collection::stream)
        .toList();
    var existing =
        jobs.get().stream().map(job -> job.getMetadata().getUid()).collect(Collectors.toSet());
    known.stream().filter(uid -> !existing.contains(uid)).forEach(this::forgetAll);
  }

  /** Ends all that is kept in memory for a job of which nothing more is done. */
  void forgetAll(String jobUid) {
    forget(jobUid);
    pushes.forget(jobUid);
  }

  /** Ends what is kept in memory for a job that needs no further pass. */
  void forget(String jobUid) {
    pods.forget(jobUid);
    renderings.forget(jobUid);
    capacity.forget(jobUid);
  }

  @Override
  public void onResourceDeleted(ProfileJob job) {
    forgetAll(job.getMetadata().getUid());
  }

  @Override
  public void stop() {
    super.stop();
    pods.close();
  }

  /** Passes read pods from their own watch. */
  @Override
  public Set<Pod> getSecondaryResources(ProfileJob job) {
    return Set.of();
  }

  private void wake(ProfileJob job) {
    if (isRunning()) {
      getEventHandler().handleEvent(new Event(ResourceID.fromResource(job)));
    }
  }
}
