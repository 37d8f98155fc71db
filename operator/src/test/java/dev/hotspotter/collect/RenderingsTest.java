package dev.hotspotter.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.testing.Targets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Renders with a store that refuses every connection. Like a pass, it asks again after each
 * attempt.
 */
class RenderingsTest {

  private static final ProfileJob JOB =
      Jobs.running(Jobs.job(), Targets.collecting("a", Jobs.START));

  private final SetClock clock = new SetClock(Jobs.START);

  @AutoClose
  private final RenderPool pool = Renderers.pool();

  private final AtomicInteger attempts = new AtomicInteger();
  private Renderings renderings;

  @BeforeEach
  void start() {
    var store = new ObjectStore(new StoreSettings(
        "http://127.0.0.1:1", "local", "hotspotter", "", "tester", "tester-secret"));
    var code = new ApplicationCode(Set.of(), Set.of());
    var recordings = new RecordingRenderer(
        store, 1 << 20, new Attempts(store), code, new OperatorMetrics(new SimpleMeterRegistry()));
    var comparer = new Comparer(new Baselines(List::of, store), store, 1 << 20, code);
    renderings = new Renderings(
        pool,
        recordings,
        new JobMerger(store, 1 << 20, new Attempts(store), code, comparer),
        clock);
  }

  @Test
  void a_recording_that_cannot_be_fetched_is_tried_again_after_longer_and_longer_times()
      throws InterruptedException {
    isTriedLessAndLess(job -> renderings.render(job, Targets.collecting("a", Jobs.START)));

    assertThat(renderings.rendered(JOB).get("a/app"))
        .isInstanceOfSatisfying(
            RenderOutcome.Postponed.class, postponed -> assertStoreFailed(postponed.cause()));
  }

  @Test
  void a_merge_that_cannot_be_stored_is_tried_again_after_longer_and_longer_times()
      throws InterruptedException {
    isTriedLessAndLess(job -> renderings.merge(job, List.of(Targets.succeeded("a"))));

    assertThat(renderings.merged(JOB))
        .containsInstanceOf(MergeOutcome.Postponed.class)
        .hasValueSatisfying(merged -> assertStoreFailed(((MergeOutcome.Postponed) merged).cause()));
  }

  @Test
  void a_merge_that_ends_in_an_error_is_tried_again_too() throws InterruptedException {
    var broken = new AbstractList<RecordingStatus>() {
      @Override
      public RecordingStatus get(int index) {
        throw new NoClassDefFoundError("on purpose");
      }

      @Override
      public int size() {
        return 1;
      }
    };

    isTriedLessAndLess(job -> renderings.merge(job, broken));
  }

  @Test
  void what_waits_for_a_job_that_is_deleted_is_not_begun() throws InterruptedException {
    var release = new CountDownLatch(1);
    pool.submit("bank", "other", renderer -> {
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return () -> {};
    });
    renderings.whenDone(job -> attempts.incrementAndGet());
    renderings.render(JOB, Targets.collecting("a", Jobs.START));
    renderings.merge(JOB, List.of(Targets.succeeded("a")));

    renderings.forget(JOB.getMetadata().getUid());
    release.countDown();
    drain();

    assertThat(attempts).hasValue(0);
    assertThat(renderings.jobs()).isEmpty();
  }

  private void isTriedLessAndLess(Consumer<ProfileJob> work) throws InterruptedException {
    renderings.whenDone(job -> {
      attempts.incrementAndGet();
      work.accept(job);
    });
    work.accept(JOB);
    drain();
    for (int seconds = 0; seconds < 60; seconds++) {
      clock.forward(Duration.ofSeconds(1));
      work.accept(JOB);
      drain();
    }
    assertThat(attempts).as("after 0, 1, 2, 4, 8, 16, 32 s").hasValue(7);
  }

  /** The pool has one thread, so all earlier work is done. */
  private void drain() throws InterruptedException {
    var reached = new CountDownLatch(1);
    assertThat(pool.submit("drain", "drain", renderer -> reached::countDown)).isTrue();
    assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static void assertStoreFailed(WaitCause cause) {
    assertThat(cause.reason()).isEqualTo("ObjectStoreUnavailable");
    assertThat(cause.message()).containsIgnoringCase("connect");
  }
}
