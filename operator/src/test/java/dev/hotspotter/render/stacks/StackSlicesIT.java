package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.StackFiles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records a thread that does two things in long phases, and threads that wait all the time. */
class StackSlicesIT {

  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static final long MILLISECOND = 1_000_000;
  private static final int THREADS = 30;

  @TempDir
  Path folder;

  /**
   * Long phases are worth few observations on any machine. The worth of short ones depends on its
   * load.
   */
  @Test
  void phases_are_few_observations() throws Exception {
    var phases =
        record("event=ctimer,interval=1ms", Event.CTIMER, () -> turns(400 * MILLISECOND, 3));

    assertThat(phases.perObservation()).as("%s", phases).isGreaterThan(4);
  }

  /** A thread that waits during the whole recording has all its samples at one time. */
  @Test
  void threads_that_wait_do_so_in_every_slice() throws Exception {
    var end = new CountDownLatch(1);
    for (int i = 0; i < THREADS; i++) {
      Thread.ofPlatform().daemon().start(() -> await(end));
      Thread.ofPlatform().daemon().start(() -> wakeUpUntil(end));
    }

    var recording =
        record("event=wall,interval=10ms", Event.WALL, () -> turns(2 * MILLISECOND, 300));
    end.countDown();

    assertThat(recording.observations())
        .as("%s; all but the samples of the first slice would be as good as none", recording)
        .isGreaterThan(60);
  }

  /** The content of a file of collapsed stacks. */
  private record Recorded(long samples, double perObservation) {

    double observations() {
      return samples / perObservation;
    }
  }

  private Recorded record(String options, Event event, Runnable work) throws Exception {
    var jfr = folder.resolve("recording.jfr");
    var collapsed = folder.resolve("recording.collapsed");
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,%s,jfr,file=%s".formatted(options, jfr));
    work.run();
    profiler.execute("stop,file=" + jfr);
    FlameGraphs.collapse(jfr, event, false, CODE, collapsed);
    var perObservation = Double.parseDouble(
        Files.readAllLines(collapsed).getFirst().substring("#samples-per-observation:".length()));
    return new Recorded(StackFiles.counts(event, collapsed).samples(), perObservation);
  }

  /** Measured in CPU time, so that a busy machine does not shorten it. */
  private static void turns(long each, int times) {
    for (int i = 0; i < times; i++) {
      hash(CLOCK.getCurrentThreadCpuTime() + each);
      sort(CLOCK.getCurrentThreadCpuTime() + each);
    }
  }

  /** Asks the clock itself. A method of this class that both shared would get their samples. */
  private static void hash(long until) {
    while (CLOCK.getCurrentThreadCpuTime() < until) {
      Thread.onSpinWait();
    }
  }

  private static void sort(long until) {
    while (CLOCK.getCurrentThreadCpuTime() < until) {
      Thread.onSpinWait();
    }
  }

  private static void wakeUpUntil(CountDownLatch end) {
    while (end.getCount() > 0) {
      LockSupport.parkNanos(5 * MILLISECOND);
    }
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
