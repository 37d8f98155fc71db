package dev.hotspotter.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.testing.Targets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PushQueueTest {

  private static final PushOutcome SENT = new PushOutcome.Sent();
  private static final PushOutcome BUSY = new PushOutcome.Postponed("Pyroscope answered 503");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SetClock clock = new SetClock(Jobs.START);
  private final BlockingQueue<PushOutcome> outcomes = new ArrayBlockingQueue<>(1000);
  private final List<String> tries = new CopyOnWriteArrayList<>();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();

  @AutoClose
  private final PushQueue pushes = new PushQueue(
      Optional.of(this::send), Duration.ofHours(1), new OperatorMetrics(registry), clock);

  /** Waits until the test says what comes of it. */
  private PushOutcome send(ProfileJob job, RecordingStatus target) {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    tries.add(job.getMetadata().getName() + " " + target.pod());
    try {
      return outcomes.take();
    } catch (InterruptedException e) {
      return BUSY;
    } finally {
      atOnce.decrementAndGet();
    }
  }

  @Test
  void nobody_asks_pyroscope_for_more_than_one_recording_at_a_time() {
    IntStream.range(0, 50).forEach(i -> {
      pushes.enqueue(ended("job-" + i, "a", "b"));
      outcomes.add(SENT);
      outcomes.add(SENT);
    });

    await().until(() -> pushes.waiting() == 0);
    assertThat(tries).hasSize(100).doesNotHaveDuplicates();
    assertThat(mostAtOnce).hasValue(1);
    assertThat(count("sent")).isEqualTo(100);
  }

  @Test
  void one_that_is_never_taken_does_not_keep_others_from_being_sent() {
    pushes.enqueue(ended("first", "a", "b"));
    pushes.enqueue(ended("second", "c"));
    outcomes.addAll(List.of(BUSY, SENT, SENT));

    await().until(() -> tries.size() == 4);
    assertThat(tries).containsExactly("first a", "second c", "first b", "first a");
    assertThat(pushes.waiting()).isEqualTo(1);
  }

  @Test
  void a_pass_that_comes_meanwhile_changes_nothing() {
    var job = ended("first", "a");
    pushes.enqueue(job);
    await().until(() -> tries.size() == 1);
    IntStream.range(0, 10).forEach(i -> assertThat(pushes.enqueue(job)).isEqualTo(job.getStatus()));
    outcomes.add(SENT);

    await().until(() -> pushes.waiting() == 0);
    assertThat(pushes.enqueue(job).conditions())
        .extracting(Condition::reason)
        .containsExactly("Recorded", "Pushed");
    assertThat(tries).hasSize(1);
  }

  @Test
  void a_deleted_job_takes_what_waits_with_it() {
    var job = ended("first", "a", "b");
    pushes.enqueue(job);
    await().until(() -> tries.size() == 1);
    pushes.forget(job.getMetadata().getUid());
    outcomes.add(SENT);

    await().until(() -> count("sent") == 1);
    assertThat(pushes.waiting()).isZero();
    assertThat(count("given_up")).as("it was not sent when the job was deleted").isEqualTo(2);
    assertThat(tries).containsExactly("first a");
  }

  @Test
  void what_is_overdue_is_given_up_once_by_its_pass_and_not_tried_any_more() {
    var late = ended("late", "a");
    var called = new CopyOnWriteArrayList<String>();
    pushes.whenDone(job -> called.add(job.getMetadata().getName()));
    pushes.enqueue(late);
    await().until(() -> tries.size() == 1);
    clock.forward(Duration.ofHours(2));
    outcomes.add(BUSY);
    await().until(() -> called.size() > 1);

    var status = pushes.enqueue(late);
    assertThat(status.conditions())
        .extracting(Condition::reason)
        .containsExactly("Recorded", "PushGivenUp");
    var published = ended("late", "a");
    published.setStatus(status);
    pushes.forgetSettled(published);
    pushes.forgetSettled(published);
    assertThat(count("given_up")).isEqualTo(1);
    assertThat(pushes.waiting()).isZero();
    assertThat(tries).hasSize(1);
  }

  @Test
  void a_job_that_ended_before_there_was_a_pyroscope_is_left_alone() {
    var old = endedAt("old", Jobs.START.minusSeconds(7200).toString(), "a");

    assertThat(pushes.enqueue(old)).isEqualTo(old.getStatus());
    assertThat(pushes.waiting()).isZero();
  }

  private double count(String outcome) {
    return registry
        .get("hotspotter_pyroscope_pushes")
        .tag("outcome", outcome)
        .counter()
        .count();
  }

  private static ProfileJob ended(String name, String... pods) {
    return endedAt(name, Jobs.START.toString(), pods);
  }

  private static ProfileJob endedAt(String name, String completionTime, String... pods) {
    var job = Jobs.running(
        Jobs.job(), Arrays.stream(pods).map(Targets::succeeded).toArray(RecordingStatus[]::new));
    job.getMetadata().setName(name);
    job.getMetadata().setUid("uid-" + name);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(completionTime)
        .conditions(
            List.of(new Condition("Complete", "True", "Recorded", "recorded", completionTime, 1L)))
        .build());
    return job;
  }
}
