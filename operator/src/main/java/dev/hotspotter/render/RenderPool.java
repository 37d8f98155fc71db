package dev.hotspotter.render;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads and a bounded queue, so that many recordings at once cost time and not memory. */
public final class RenderPool implements AutoCloseable {

  private static final int QUEUE = 100;
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final ThreadPoolExecutor threads;

  public RenderPool(int size) {
    threads =
        new ThreadPoolExecutor(
            size, size, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), Thread.ofPlatform().name("render-", 0).factory());
  }

  /** False when the queue is full: ask again later. */
  public boolean submit(Runnable work) {
    try {
      threads.execute(work);
      return true;
    } catch (RejectedExecutionException full) {
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
