package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.plan.Snapshot;
import dev.hotspotter.render.RenderPool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Rendering of running jobs: what is under way, and what came of it. Nothing is lost when it is: it is made again from the recordings. */
public final class Renderings {

  /** Stands among the targets' keys for the merge. */
  private static final String MERGE = "";

  private final RenderPool pool;
  private final RecordingRenderer renderer;
  private final JobMerger merger;
  private final Map<String, OfJob> jobs = new ConcurrentHashMap<>();
  private volatile Consumer<ProfileJob> whenDone = job -> {};

  /** What is known of one job; the keys are those of its targets. */
  private record OfJob(
      Map<String, RenderOutcome> rendered, AtomicReference<MergeOutcome> merged, Set<String> underWay) {
    OfJob() {
      this(new ConcurrentHashMap<>(), new AtomicReference<>(), ConcurrentHashMap.newKeySet());
    }
  }

  public Renderings(RenderPool pool, RecordingRenderer renderer, JobMerger merger) {
    this.pool = pool;
    this.renderer = renderer;
    this.merger = merger;
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
    submit(job, key, ofJob -> renderer.render(job, target).ifPresent(outcome -> ofJob.rendered().put(key, outcome)));
  }

  void merge(ProfileJob job, List<RecordingStatus> targets) {
    var members = targets.stream().map(Snapshot::key).collect(Collectors.toSet());
    submit(job, MERGE, ofJob -> merger.merge(job, targets, members).ifPresent(ofJob.merged()::set));
  }

  void forget(String jobUid) {
    jobs.remove(jobUid);
  }

  private void submit(ProfileJob job, String key, Consumer<OfJob> work) {
    var ofJob = of(job);
    if (!ofJob.underWay().add(key)) {
      return;
    }
    var accepted = pool.submit(() -> {
      try {
        work.accept(ofJob);
      } finally {
        ofJob.underWay().remove(key);
        whenDone.accept(job);
      }
    });
    if (!accepted) {
      ofJob.underWay().remove(key);
    }
  }

  private OfJob of(ProfileJob job) {
    return jobs.computeIfAbsent(job.getMetadata().getUid(), uid -> new OfJob());
  }
}
