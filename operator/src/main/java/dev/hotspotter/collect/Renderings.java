package dev.hotspotter.collect;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.render.process.Renderer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The render work of running jobs: its progress and its outcomes. It keeps them in memory only,
 * because a restarted operator renders the recordings again.
 */
public final class Renderings {

  private static final Logger LOG = LoggerFactory.getLogger(Renderings.class);

  private final RenderPool pool;
  private final RecordingRenderer renderer;
  private final JobMerger merger;
  private final Clock clock;
  private final Map<String, OfJob> jobs = new ConcurrentHashMap<>();
  private volatile Consumer<ProfileJob> whenDone = job -> {};

  /** The progress and the outcomes of one job; the keys are those of its targets. */
  private record OfJob(
      Map<String, RenderOutcome> rendered,
      AtomicReference<MergeOutcome> merged,
      Set<String> underWay,
      BackOff backOff) {
    OfJob(Clock clock) {
      this(
          new ConcurrentHashMap<>(),
          new AtomicReference<>(),
          ConcurrentHashMap.newKeySet(),
          new BackOff(clock));
    }
  }

  public Renderings(RenderPool pool, RecordingRenderer renderer, JobMerger merger, Clock clock) {
    this.pool = pool;
    this.renderer = renderer;
    this.merger = merger;
    this.clock = clock;
  }

  /** Prepares to render, because recordings have begun. */
  public void expect() {
    pool.warmUp();
  }

  public void whenDone(Consumer<ProfileJob> listener) {
    whenDone = listener;
  }

  public Map<String, RenderOutcome> rendered(ProfileJob job) {
    return Map.copyOf(of(job).rendered());
  }

  public Optional<MergeOutcome> merged(ProfileJob job) {
    return Optional.ofNullable(of(job).merged().get());
  }

  public void render(ProfileJob job, RecordingStatus target) {
    var key = Snapshot.key(target);
    submit(job, key, renderer -> {
      var outcome = this.renderer.render(job, target, renderer);
      return ofJob -> {
        ofJob.rendered().put(key, outcome);
        return !(outcome instanceof RenderOutcome.Postponed);
      };
    });
  }

  public void merge(ProfileJob job, List<RecordingStatus> targets) {
    submit(job, JobMerger.KEY, renderer -> {
      var outcome = merger.merge(job, targets, renderer);
      return ofJob -> {
        ofJob.merged().set(outcome);
        return !(outcome instanceof MergeOutcome.Postponed);
      };
    });
  }

  /** Writes the report of a job that has ended; no pass waits for it. */
  public void report(ProfileJob job, List<RecordingStatus> targets) {
    pool.submit(
        job.getMetadata().getNamespace(), "report of " + job.getMetadata().getUid(), renderer -> {
          merger.merge(job, targets, renderer);
          return () -> {};
        });
  }

  /** Forgets the job, and cancels its waiting and running work. */
  public void forget(String jobUid) {
    if (jobs.remove(jobUid) != null) {
      pool.cancel(jobUid);
    }
  }

  /** The uids of the jobs with known progress or outcomes. */
  public Set<String> jobs() {
    return Set.copyOf(jobs.keySet());
  }

  /**
   * A piece of work; its result stores the outcome in the job, and returns whether the work is
   * done.
   */
  @FunctionalInterface
  private interface Work {
    Predicate<OfJob> by(Renderer renderer) throws QuickLimitException;
  }

  /** Submits the work, unless the same work is under way or held back. Every pass may call it. */
  private void submit(ProfileJob job, String key, Work work) {
    var ofJob = of(job);
    if (ofJob.backOff().holds(key) || !ofJob.underWay().add(key)) {
      return;
    }
    var accepted =
        pool.submit(job.getMetadata().getNamespace(), job.getMetadata().getUid(), renderer -> {
          try {
            var result = work.by(renderer);
            return () -> end(ofJob, job, key, result);
          } catch (RuntimeException | Error e) {
            // also for an Error: otherwise the work would count as under way for ever
            LOG.error("rendering for {} failed", job.getMetadata().getName(), e);
            return () -> end(ofJob, job, key, of -> false);
          }
        });
    if (!accepted) {
      ofJob.underWay().remove(key);
    }
  }

  private void end(OfJob ofJob, ProfileJob job, String key, Predicate<OfJob> result) {
    ofJob.backOff().after(key, result.test(ofJob));
    ofJob.underWay().remove(key);
    whenDone.accept(job);
  }

  private OfJob of(ProfileJob job) {
    return jobs.computeIfAbsent(job.getMetadata().getUid(), uid -> new OfJob(clock));
  }
}
