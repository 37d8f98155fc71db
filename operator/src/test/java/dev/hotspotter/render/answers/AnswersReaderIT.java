package dev.hotspotter.render.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.LockWaits;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.answers.ThreadTimes;
import dev.hotspotter.testing.Jobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records this JVM while 50 threads want one of 8 connections, and while threads contend for a
 * monitor.
 */
class AnswersReaderIT {

  private static final AtomicInteger COLLECTIONS = new AtomicInteger();
  private static final long A_SECOND = 1_000_000_000;
  private static final long HELD = 5_000_000;
  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());
  private static final Recording OF_THE_PROFILER =
      Jobs.recording(Event.WALL, Event.LOCK, Event.TRACE);
  private static final Recording OF_THE_JVM = RecordingBuilder.builder(Jobs.recording(Event.CPU))
      .jfrSync(JfrProfile.DEFAULT)
      .build();

  private static final String SETTINGS = """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0" label="default" provider="Hotspotter">
      <event name="jdk.GarbageCollection">
        <setting name="enabled">true</setting>
        <setting name="threshold">0 ms</setting>
      </event>
      <event name="jdk.ThreadPark">
        <setting name="enabled">true</setting>
        <setting name="threshold">20 ms</setting>
      </event>
      <event name="jdk.JavaMonitorEnter">
        <setting name="enabled">true</setting>
        <setting name="threshold">20 ms</setting>
      </event>
      </configuration>
      """;

  @TempDir
  static Path folder;

  private static final Semaphore CONNECTIONS = new Semaphore(8, true);
  private static final Guard GUARD = new Guard();

  private static Path ofTheProfiler;
  private static Path ofTheJvm;
  private static ProfileAnswers connections;
  private static ProfileAnswers monitors;

  /** A monitor of its own class. */
  private static final class Guard {}

  @BeforeAll
  static void record() throws Exception {
    ofTheProfiler = folder.resolve("profiler.jfr");
    record(
        ofTheProfiler,
        "event=wall,interval=10ms,lock=10us,trace=dev.hotspotter.render.answers.AnswersReaderIT.borrow:1000000",
        50,
        "client-",
        AnswersReaderIT::query);
    connections = AnswersReader.of(ofTheProfiler, OF_THE_PROFILER, CODE);
    ofTheJvm = folder.resolve("jvm.jfr");
    var settings = Files.writeString(folder.resolve("settings.jfc"), SETTINGS);
    record(
        ofTheJvm,
        "event=ctimer,interval=1ms,jfrsync=" + settings,
        3,
        "holder-",
        AnswersReaderIT::hold);
    monitors = AnswersReader.of(ofTheJvm, OF_THE_JVM, CODE);
  }

  private static void record(Path file, String options, int threads, String name, Runnable work)
      throws Exception {
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,%s,jfr,file=%s".formatted(options, file));
    var end = System.nanoTime() + A_SECOND;
    var together = new CountDownLatch(threads);
    var all = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      all.add(Thread.ofPlatform().name(name, i).start(() -> {
        meet(together);
        for (int done = 0; done < 2 || System.nanoTime() < end; done++) {
          work.run();
        }
      }));
    }
    for (var thread : all) {
      thread.join();
    }
    profiler.execute("stop,file=" + file);
  }

  /** Threads that start one after the other might never contend on a busy machine. */
  private static void meet(CountDownLatch latch) {
    latch.countDown();
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void query() {
    borrow();
    LockSupport.parkNanos(HELD);
    CONNECTIONS.release();
  }

  static void borrow() {
    CONNECTIONS.acquireUninterruptibly();
  }

  private static void hold() {
    synchronized (GUARD) {
      System.gc();
      COLLECTIONS.incrementAndGet();
      LockSupport.parkNanos(30_000_000);
    }
  }

  @Test
  void wall_says_that_the_threads_wait_and_names_the_method_that_borrows() {
    var pool = connections.threads().pools().stream()
        .filter(p -> p.pool().equals("client-*"))
        .findFirst()
        .orElseThrow();

    assertThat(pool.threads()).isEqualTo(50);
    assertThat(pool.times().waiting().percent()).isGreaterThan(80);
    assertThat(pool.waitingIn())
        .first()
        .extracting(ThreadTimes.Place::frame)
        .isEqualTo("dev.hotspotter.render.answers.AnswersReaderIT.borrow");
    assertThat(100.0
            * pool.waitingIn().getFirst().samples()
            / pool.times().waiting().samples())
        .as("42 of 50 wait for the other 8")
        .isBetween(65.0, 97.0);
  }

  @Test
  void what_the_jvm_does_with_its_own_threads_is_idle_for_the_application() {
    var cleaner = connections.threads().pools().stream()
        .filter(p -> p.pool().equals("Common-Cleaner"))
        .findFirst();

    assertThat(cleaner)
        .hasValueSatisfying(pool -> assertThat(pool.times().idle().percent()).isGreaterThan(90));
    assertThat(connections.threads().pools().getFirst().pool()).isEqualTo("client-*");
  }

  @Test
  void lock_names_the_semaphore_and_who_waits_for_it() {
    var lock = connections.locks().locks().getFirst();

    assertThat(lock.lock()).isEqualTo("java.util.concurrent.Semaphore$FairSync");
    assertThat(lock.percent()).isGreaterThan(90);
    assertThat(lock.waitingIn()).first().satisfies(place -> {
      assertThat(place.frame()).isEqualTo("dev.hotspotter.render.answers.AnswersReaderIT.borrow");
      assertThat(place.path())
          .endsWith("dev.hotspotter.render.answers.AnswersReaderIT.query", place.frame());
    });
    assertThat((double) lock.nanos() / connections.windowNanos())
        .as("threads that wait at a time")
        .isBetween(8.0, 45.0);
  }

  @Test
  void trace_has_the_latencies_of_borrowing() {
    assertThat(connections.calls().methods()).singleElement().satisfies(method -> {
      assertThat(method.method()).isEqualTo("dev.hotspotter.render.answers.AnswersReaderIT.borrow");
      assertThat(method.calls()).isGreaterThan(100);
      assertThat(method.minNanos()).isGreaterThanOrEqualTo(1_000_000);
      assertThat(method.p50Nanos())
          .as("about 50 / 8 - 1 times as long as it is held")
          .isBetween(3 * HELD, 40 * HELD);
      assertThat(List.of(
              method.minNanos(),
              method.p50Nanos(),
              method.p90Nanos(),
              method.p99Nanos(),
              method.maxNanos()))
          .isSorted();
    });
  }

  @Test
  void the_window_is_as_long_as_the_recording() {
    assertThat(Duration.ofNanos(connections.windowNanos()))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  @Test
  void what_was_not_recorded_is_not_answered() {
    assertThat(connections.pauses()).isNull();
    assertThat(monitors.threads()).isNull();
    assertThat(monitors.calls()).isNull();
  }

  @Test
  void the_jvm_knows_who_had_the_monitor_and_a_thread_that_is_parked_waits_for_none() {
    assertThat(monitors.locks().locks()).anySatisfy(lock -> {
      assertThat(lock.lock()).isEqualTo(Guard.class.getName());
      assertThat(lock.waitingIn())
          .extracting(LockWaits.Place::frame)
          .containsExactly("dev.hotspotter.render.answers.AnswersReaderIT.hold");
      assertThat(lock.owners()).extracting(LockWaits.Owner::pool).containsExactly("holder-*");
      assertThat(lock.owners().getFirst().nanos()).isEqualTo(lock.nanos());
    });
    assertThat(monitors.locks().locks())
        .noneMatch(lock -> lock.waitingIn().toString().contains("park"));
  }

  @Test
  void the_jvm_knows_its_pauses() {
    var pauses = monitors.pauses();

    assertThat(pauses.causes()).extracting("cause").contains("System.gc()");
    assertThat(pauses.collections())
        .as("not all are asked for")
        .isGreaterThanOrEqualTo(COLLECTIONS.get());
    assertThat(pauses.percent()).isBetween(0.1, 99.0);
    assertThat(pauses.longestNanos()).isPositive().isLessThanOrEqualTo(pauses.pauseNanos());
  }

  @Test
  @Timeout(120)
  void what_is_no_recording_any_more_is_an_error_of_one_kind_and_leaves_no_file() throws Exception {
    var random = new Random(1);
    var broken = Files.createDirectory(folder.resolve("broken")).resolve("recording.jfr");
    for (var recording : List.of(ofTheProfiler, ofTheJvm)) {
      var bytes = Files.readAllBytes(recording);
      for (int i = 0; i < 40; i++) {
        var some = i % 2 == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        some[random.nextInt(some.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(broken, some);
        try {
          AnswersReader.of(broken, recording.equals(ofTheJvm) ? OF_THE_JVM : OF_THE_PROFILER, CODE);
        } catch (BadRecordingException e) {
          assertThat(e).hasMessageNotContaining("AssertionError");
        }
      }
    }
    try (var files = Files.list(broken.getParent())) {
      assertThat(files).containsExactly(broken);
    }
  }
}
