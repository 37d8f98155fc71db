package dev.hotspotter.render.process;

import java.time.Duration;

/**
 * Two lanes of threads that render. All work starts in the quick lane, with little time, memory and
 * disk. Work that exceeds these limits starts again in the thorough lane. So ordinary recordings
 * never wait behind the worst ones.
 *
 * <p>In each lane, namespaces take turns, and so do the jobs of a namespace. Running jobs go first.
 * Work for readers of the pages gets at most one thread, and only when no job's work waits.
 */
public final class RenderPool implements AutoCloseable {

  /** The maximum number of waiting pieces per namespace; a job has at most a hundred targets. */
  private static final int QUEUE = 100;

  /** The maximum number of deferrable pieces in each lane. */
  private static final int LATER = 4;

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Lane quick;
  private final Lane thorough;

  /** Starts this number of threads in each lane. */
  public RenderPool(int size, RenderBudget budget) {
    thorough = new Lane("render-thorough", size, budget.thorough(), queued -> true);
    quick = new Lane("render", size, budget.quick(), this::begunAnew);
  }

  /**
   * Moves work to the thorough lane. It never refuses work of a running job, because that is
   * bounded by the number of targets.
   */
  private boolean begunAnew(QueuedWork queued) {
    return thorough.add(queued, queued.canWait() ? LATER : Integer.MAX_VALUE);
  }

  /** Starts a process, unless one runs, so that the first work need not wait for it. */
  public void warmUp() {
    quick.warmUp();
  }

  /**
   * Submits work for a running job. False if too much work of its namespace waits: try again later.
   */
  public boolean submit(String namespace, String jobUid, RenderWork work) {
    return quick.add(new QueuedWork(namespace, jobUid, work), QUEUE);
  }

  /**
   * Submits work that waits until running jobs have none. False if too much work waits already. The
   * callback refused runs if the work outgrows the quick lane while the thorough lane is full.
   */
  public boolean submitLater(RenderWork work, Runnable refused) {
    return quick.add(QueuedWork.later(work, refused), LATER);
  }

  /** Cancels the job's waiting and running work. */
  public void cancel(String jobUid) {
    quick.cancel(jobUid);
    thorough.cancel(jobUid);
  }

  /** Gives running work ten seconds to finish; the next operator redoes the rest. */
  @Override
  public void close() {
    quick.close();
    thorough.close();
    var deadline = System.nanoTime() + GRACE.toNanos();
    try {
      quick.end(deadline);
      thorough.end(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
