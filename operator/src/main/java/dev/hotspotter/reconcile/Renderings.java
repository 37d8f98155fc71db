package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.plan.Snapshot;
import dev.hotspotter.render.RenderPool;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Rendering of running jobs: what is under way, and what came of it. Nothing is lost when it is: it is made again from the recordings. */
public final class Renderings {

  private final RenderPool pool;
  private final RecordingRenderer renderer;
  private final JobMerger merger;
  private final Runnable warmUp;
  private final Clock clock;
  private final Map<String, OfJob> jobs = new ConcurrentHashMap<>();
  private volatile Consumer<ProfileJob> whenDone = job -> {};

  /** What is known of one job; the keys are those of its targets. */
  private record OfJob(
      Map<String, RenderOutcome> rendered, AtomicReference<MergeOutcome> merged, Set<String> underWay, BackOff backOff) {
    OfJob(Clock clock) {
      this(new ConcurrentHashMap<>(), new AtomicReference<>(), ConcurrentHashMap.newKeySet(), new BackOff(clock));
    }
  }

  /** WarmUp is run when there will be something to render soon. */
  public Renderings(RenderPool pool, RecordingRenderer renderer, JobMerger merger, Runnable warmUp, Clock clock) {
    this.pool = pool;
    this.renderer = renderer;
    this.merger = merger;
    this.warmUp = warmUp;
    this.clock = clock;
  }

  /** Recordings have begun. */
  void expect() {
    warmUp.run();
  }

  void whenDone(Consumer<ProfileJob> listener) {
    whenDone = listener;
  }

  Map<String, RenderOutcome> rendered(ProfileJob job) {
    return Map.copyOf(of(job).rendered());
  }

  Optional<MergeOutcome> merged(ProfileJob job) {
    return Optional.ofNullable(of(job).merged().get());
  }

  void render(ProfileJob job, RecordingStatus target) {
    var key = Snapshot.key(target);
    submit(job, key, ofJob -> {
      var outcome = renderer.render(job, target);
      ofJob.rendered().put(key, outcome);
      return !(outcome instanceof RenderOutcome.Postponed);
    });
  }

  void merge(ProfileJob job, List<RecordingStatus> targets) {
    submit(job, JobMerger.KEY, ofJob -> {
      var outcome = merger.merge(job, targets);
      ofJob.merged().set(outcome);
      return !(outcome instanceof MergeOutcome.Postponed);
    });
  }

  void forget(String jobUid) {
    jobs.remove(jobUid);
  }

  /** Work says whether it is done. It may be asked for at any time: it is left out while it is under way or held back. */
  private void submit(ProfileJob job, String key, Predicate<OfJob> work) {
    var ofJob = of(job);
    if (ofJob.backOff().holds(key) || !ofJob.underWay().add(key)) {
      return;
    }
    var accepted = pool.submit(() -> {
      var done = false;
      try {
        done = work.test(ofJob);
      } finally {
        ofJob.backOff().after(key, done);
        ofJob.underWay().remove(key);
        whenDone.accept(job);
      }
    });
    if (!accepted) {
      ofJob.underWay().remove(key);
    }
  }

  private OfJob of(ProfileJob job) {
    return jobs.computeIfAbsent(job.getMetadata().getUid(), uid -> new OfJob(clock));
  }
}
