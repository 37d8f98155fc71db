package dev.hotspotter.render.process;

import java.time.Duration;

/**
 * Two lanes of threads that render. All work begins in the quick lane, where it has little time, memory and disk; what needs more
 * begins anew in the thorough lane. So what most recordings need is never behind what the worst ones take. In each lane namespaces
 * take turns, and in a namespace its jobs. Running jobs go first: what someone wants to look at takes a thread only when no job
 * waits for one, and never more than one.
 */
public final class RenderPool implements AutoCloseable {

  /** Of a namespace. A job has no more than a hundred targets. */
  private static final int QUEUE = 100;

  /** In each lane. */
  private static final int LATER = 4;

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Lane quick;
  private final Lane thorough;

  /** So many threads in each lane. */
  public RenderPool(int size, RenderBudget budget) {
    thorough = new Lane("render-thorough", size, budget.thorough(), turn -> true);
    quick = new Lane("render", size, budget.quick(), this::begunAnew);
  }

  /** A running job's work is never refused for want of room: there is no more of it than the job has targets. */
  private boolean begunAnew(QueuedWork turn) {
    return thorough.add(turn, turn.canWait() ? LATER : Integer.MAX_VALUE);
  }

  /** Starts a process, if there is none, so that the first work need not wait for it. */
  public void warmUp() {
    quick.warmUp();
  }

  /** Work for a running job. False when too much of its namespace waits: ask again later. */
  public boolean submit(String namespace, String jobUid, RenderWork work) {
    return quick.add(new QueuedWork(namespace, jobUid, work), QUEUE);
  }

  /**
   * Work that can wait until nothing is to be done for running jobs. False when too much waits already; refused is run if it turns out
   * later, because the work needs more than the quick lane gives and too much waits for that.
   */
  public boolean submitLater(RenderWork work, Runnable refused) {
    return quick.add(QueuedWork.later(work, refused), LATER);
  }

  /** Nobody needs what waits or is under way for this job any more. */
  public void callOff(String jobUid) {
    quick.callOff(jobUid);
    thorough.callOff(jobUid);
  }

  /** Lets work in progress finish for ten seconds; what is left is done again by the next operator. */
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
