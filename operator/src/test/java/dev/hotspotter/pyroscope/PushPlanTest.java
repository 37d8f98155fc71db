package dev.hotspotter.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushPlanTest {

  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final Instant SOON = Jobs.START.plusSeconds(1);
  private static final Instant LATE = Jobs.START.plusSeconds(3601);

  private static final RecordingStatus A = Targets.succeeded("a");
  private static final RecordingStatus B = Targets.succeeded("b");
  private static final PushOutcome SENT = new PushOutcome.Sent();
  private static final PushOutcome REFUSED =
      new PushOutcome.Refused("Pyroscope answered 400; see its log");
  private static final PushOutcome BUSY =
      new PushOutcome.Postponed("Pyroscope answered 503; see Pyroscope's log");

  private static final Condition COMPLETE =
      new Condition("Complete", "True", "Recorded", "2 of 2", Jobs.START.toString(), 1L);

  @Test
  void what_was_recorded_is_to_be_sent_and_nothing_is_said_before_it_was_tried() {
    var plan = plan(ended(A, Targets.failed("b", "NoJvmFound", "there is none")), SOON);

    assertThat(plan.toSend()).containsExactly(A);
    assertThat(plan.condition()).isEmpty();
    assertThat(plan.addedTo(List.of(COMPLETE))).containsExactly(COMPLETE);
  }

  @Test
  void a_job_that_recorded_nothing_has_nothing_to_send() {
    assertThat(plan(ended(Targets.failed("a", "NoJvmFound", "there is none")), SOON))
        .isEqualTo(new PushPlan(List.of(), List.of(), Optional.empty()));
  }

  @Test
  void a_job_that_ended_before_there_was_a_pyroscope_is_left_alone() {
    assertThat(plan(ended(A), LATE))
        .isEqualTo(new PushPlan(List.of(), List.of(), Optional.empty()));
  }

  @Test
  void when_all_are_sent_the_condition_says_how_to_find_them() {
    var plan = plan(ended(A, B), SOON, "a/app", SENT, "b/app", SENT);

    assertThat(plan.toSend()).isEmpty();
    assertThat(plan.condition())
        .contains(condition(
            "True",
            "Pushed",
            "2 recordings are in Pyroscope with the labels namespace=shop and profilejob=checkout-cpu",
            SOON));
    assertThat(plan(ended(A), SOON, "a/app", SENT).condition().orElseThrow().message())
        .startsWith("the recording is in Pyroscope with");
    assertThat(plan.addedTo(List.of(COMPLETE)))
        .extracting(Condition::type)
        .containsExactly("Complete", "Pushed");
  }

  @Test
  void while_one_is_tried_again_the_condition_says_until_when() {
    var plan = plan(ended(A, B), SOON, "a/app", BUSY);

    assertThat(plan.toSend()).containsExactly(A, B);
    assertThat(plan.condition())
        .contains(condition(
            "Unknown",
            "PushPending",
            "Pyroscope answered 503; see Pyroscope's log; the operator tries again until 2026-11-21T11:00:00Z",
            SOON));
  }

  @Test
  void one_that_is_refused_does_not_keep_the_others_from_being_sent() {
    assertThat(plan(ended(A, B), SOON, "a/app", REFUSED)).satisfies(plan -> {
      assertThat(plan.toSend()).containsExactly(B);
      assertThat(plan.condition()).isEmpty();
    });
    assertThat(plan(ended(A, B), SOON, "a/app", REFUSED, "b/app", SENT).condition())
        .contains(condition(
            "False",
            "PushRefused",
            "1 of 2 recordings are not in Pyroscope; a: Pyroscope answered 400; see its log",
            SOON));
  }

  @Test
  void after_an_hour_what_is_not_sent_is_given_up() {
    var plan = plan(ended(A, B), LATE, "a/app", BUSY);

    assertThat(plan.toSend()).isEmpty();
    assertThat(plan.givenUp()).containsExactly(A, B);
    assertThat(plan.condition())
        .contains(condition(
            "False",
            "PushGivenUp",
            "2 of 2 recordings are not in Pyroscope; a: Pyroscope answered 503;"
                + " see Pyroscope's log; given up at 2026-11-21T11:00:00Z;"
                + " b: it was not sent; given up at 2026-11-21T11:00:00Z",
            LATE));
  }

  @Test
  void one_whose_turn_never_came_is_given_up_and_not_forgotten() {
    assertThat(PushPlan.of(ended(A), Optional.of(Map.of()), PATIENCE, LATE).condition())
        .isPresent();
  }

  @Test
  void another_operator_takes_up_what_one_could_not_send() {
    var pending = condition("Unknown", "PushPending", "Pyroscope answered 503", Jobs.START);

    assertThat(plan(told(pending, A), SOON))
        .isEqualTo(new PushPlan(List.of(A), List.of(), Optional.of(pending)));
    assertThat(plan(told(pending, A), LATE).condition()).hasValueSatisfying(given -> {
      assertThat(given.reason()).isEqualTo("PushGivenUp");
      assertThat(given.lastTransitionTime()).as("it was Unknown before").isEqualTo(LATE.toString());
      assertThat(given.message())
          .contains(
              "a: the operator found the job too late to know whether it was sent; given up at");
    });
  }

  @ParameterizedTest
  @CsvSource({"True, Pushed", "False, PushRefused", "False, PushGivenUp", "False, PushUnsuitable"})
  void what_is_told_once_is_told_for_good(String status, String reason) {
    var job = told(condition(status, reason, "x", SOON), A);

    assertThat(PushPlan.isSettled(job)).isTrue();
    assertThat(plan(job, SOON, "a/app", BUSY))
        .isEqualTo(new PushPlan(List.of(), List.of(), Optional.empty()));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "CPU |",
        "WALL ALLOC LIVE LOCK |",
        "NATIVEMEM TRACE |",
        "CACHE_MISSES ALLOC | nothing is sent to Pyroscope, which would show samples of cache-misses as CPU time",
        "EXCEPTIONS TRACE | nothing is sent to Pyroscope, which shows no samples of exceptions, trace",
      })
  void only_what_pyroscope_shows_for_what_it_is_is_sent(String events, String message) {
    var job = ended(
        Jobs.job(Arrays.stream(events.split(" ")).map(Event::valueOf).toArray(Event[]::new)), A);

    var plan = plan(job, SOON);
    assertThat(plan.toSend()).hasSize(message == null ? 1 : 0);
    assertThat(plan.condition())
        .isEqualTo(Optional.ofNullable(message)
            .map(words -> condition("False", "PushUnsuitable", words, SOON)));
  }

  @Test
  void of_many_that_are_refused_three_are_named() {
    var targets = IntStream.range(0, 5)
        .mapToObj(i -> Targets.succeeded("p" + i))
        .toArray(RecordingStatus[]::new);

    assertThat(plan(
                ended(targets),
                SOON,
                "p0/app",
                REFUSED,
                "p1/app",
                REFUSED,
                "p2/app",
                REFUSED,
                "p3/app",
                REFUSED,
                "p4/app",
                REFUSED)
            .condition()
            .orElseThrow()
            .message())
        .contains("5 of 5", "p0: ", "p2: ")
        .endsWith("; and 2 more")
        .doesNotContain("p3");
  }

  private static PushPlan plan(ProfileJob job, Instant now) {
    return PushPlan.of(job, Optional.empty(), PATIENCE, now);
  }

  private static PushPlan plan(ProfileJob job, Instant now, Object... outcomes) {
    var tried = IntStream.range(0, outcomes.length / 2)
        .mapToObj(i -> Map.entry((String) outcomes[2 * i], (PushOutcome) outcomes[2 * i + 1]))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return PushPlan.of(job, Optional.of(tried), PATIENCE, now);
  }

  private static Condition condition(String status, String reason, String message, Instant at) {
    return new Condition("Pushed", status, reason, message, at.toString(), 1L);
  }

  private static ProfileJob ended(RecordingStatus... targets) {
    return ended(Jobs.job(), targets);
  }

  private static ProfileJob ended(ProfileJob job, RecordingStatus... targets) {
    Jobs.running(job, targets);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.toString())
        .conditions(List.of(COMPLETE))
        .build());
    return job;
  }

  private static ProfileJob told(Condition pushed, RecordingStatus... targets) {
    var job = ended(targets);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .conditions(List.of(COMPLETE, pushed))
        .build());
    return job;
  }
}
