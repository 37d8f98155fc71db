package dev.hotspotter.render.process;

import dev.hotspotter.render.QuickLimitException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A few threads, each with its own renderer, and their queue of work. */
final class Lane {

  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** The idle time after which a process ends, to free its memory. */
  private static final Duration IDLE = Duration.ofMinutes(5);

  private final RenderLimits limits;
  private final Predicate<QueuedWork> next;
  private final List<Renderer> renderers;
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledExecutorService clock;

  private final FairQueue<QueuedWork> queue = new FairQueue<>();
  private final Deque<QueuedWork> later = new ArrayDeque<>();
  private final Set<QueuedWork> running = new HashSet<>();
  private boolean closed;

  /** Next receives work that exceeds the limits; it returns false if it is full. */
  Lane(String name, int size, RenderLimits limits, Predicate<QueuedWork> next) {
    this.limits = limits;
    this.next = next;
    renderers = IntStream.range(0, size).mapToObj(i -> new Renderer(limits)).toList();
    clock = Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name(name + "-clock").factory());
    for (var renderer : renderers) {
      threads.add(
          Thread.ofPlatform().name(name + "-" + threads.size()).start(() -> serve(renderer)));
    }
  }

  void warmUp() {
    renderers.getFirst().warmUp();
  }

  /**
   * False if the lane is closed, or if too much work waits: of the namespace, or of deferrable
   * work.
   */
  synchronized boolean add(QueuedWork queued, int most) {
    if (closed
        || (queued.canWait() ? later.size() + laterRunning() : queue.waiting(queued.namespace()))
            >= most) {
      return false;
    }
    if (queued.canWait()) {
      later.add(queued);
    } else {
      queue.add(queued.namespace(), queued.job(), queued);
    }
    notify();
    return true;
  }

  synchronized void cancel(String job) {
    queue.remove(job);
    running.stream()
        .filter(queued -> job.equals(queued.job()))
        .forEach(queued -> queued.state().cancel());
  }

  private void serve(Renderer renderer) {
    try {
      for (QueuedWork queued; (queued = take(renderer)) != null; ) {
        try {
          serve(queued, renderer);
        } catch (RuntimeException | Error e) {
          LOG.error("rendering for {} failed", queued.namespace(), e);
        }
        synchronized (this) {
          running.remove(queued);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      renderer.close();
    }
  }

  /** The next work; null if the lane is closed. Deferrable work comes last, one piece at a time. */
  private synchronized QueuedWork take(Renderer renderer) throws InterruptedException {
    var idleSince = System.nanoTime();
    while (!closed) {
      var queued =
          queue.next().or(() -> Optional.ofNullable(laterRunning() == 0 ? later.poll() : null));
      if (queued.isPresent()) {
        running.add(queued.get());
        return queued.get();
      }
      wait(IDLE.toMillis());
      if (System.nanoTime() - idleSince >= IDLE.toNanos()) {
        renderer.end();
      }
    }
    return null;
  }

  private long laterRunning() {
    return running.stream().filter(QueuedWork::canWait).count();
  }

  private void serve(QueuedWork queued, Renderer renderer) {
    var state = queued.state();
    if (!state.begin()) {
      return;
    }
    renderer.begin();
    var end = clock.schedule(state::timeIsUp, limits.wall().toMillis(), TimeUnit.MILLISECONDS);
    Runnable result = () -> {};
    boolean tooMuch = false;
    try {
      result = queued.work().run(renderer);
    } catch (QuickLimitException e) {
      LOG.debug(
          "work for {} starts again in the thorough lane: {}", queued.namespace(), e.getMessage());
      tooMuch = true;
    } finally {
      end.cancel(false);
      tooMuch |= state.end() && !limits.last();
    }
    if (state.isCancelled()) {
      return;
    }
    if (!tooMuch) {
      result.run();
    } else if (!next.test(queued)) {
      queued.refused().run();
    }
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Gives running work until the deadline to finish; the next operator redoes the rest. */
  void end(long deadline) throws InterruptedException {
    for (var thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      thread.interrupt();
    }
    renderers.forEach(Renderer::close);
    clock.shutdownNow();
  }
}
