package dev.hotspotter.render;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A few threads and bounded queues, so that many recordings at once cost time and not memory. Running jobs go first: what someone
 * wants to look at takes a thread only when no job waits for one, and never more than one.
 */
public final class RenderPool implements AutoCloseable {

  private static final int QUEUE = 100;
  private static final int LATER = 4;
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final ThreadPoolExecutor threads;
  private final AtomicLong numbers = new AtomicLong();

  /** What is not for a running job, the one under way included. */
  private final Deque<Runnable> later = new ArrayDeque<>();

  /** Work in the order of its turn. */
  private record Turn(boolean ofJob, long number, Runnable work) implements Runnable, Comparable<Turn> {

    private static final Comparator<Turn> ORDER = Comparator.comparing((Turn turn) -> !turn.ofJob()).thenComparing(Turn::number);

    @Override
    public void run() {
      work.run();
    }

    @Override
    public int compareTo(Turn other) {
      return ORDER.compare(this, other);
    }
  }

  public RenderPool(int size) {
    threads =
        new ThreadPoolExecutor(
            size, size, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), Thread.ofPlatform().name("render-", 0).factory());
  }

  /** Work for a running job. False when the queue is full: ask again later. */
  public boolean submit(Runnable work) {
    return threads.getQueue().size() < QUEUE && execute(true, work);
  }

  /** Work that can wait until nothing is to be done for running jobs. False when too much waits already. */
  public synchronized boolean submitLater(Runnable work) {
    if (later.size() >= LATER || later.isEmpty() && !execute(false, this::runLater)) {
      return false;
    }
    later.add(work);
    return true;
  }

  /** Between two such pieces, every job that waits gets its turn. */
  private void runLater() {
    Runnable work;
    synchronized (this) {
      work = later.peek();
    }
    try {
      work.run();
    } finally {
      synchronized (this) {
        later.remove();
        if (!later.isEmpty() && !execute(false, this::runLater)) {
          later.clear();
        }
      }
    }
  }

  private boolean execute(boolean ofJob, Runnable work) {
    try {
      threads.execute(new Turn(ofJob, numbers.getAndIncrement(), work));
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  /** Lets work in progress finish for ten seconds; what is left is done again by the next operator. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
