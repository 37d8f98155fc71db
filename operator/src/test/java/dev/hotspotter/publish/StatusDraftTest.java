package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.observe.Transition;
import dev.hotspotter.report.comparison.Verdict;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusDraftTest {

  private static final String PAGE = "http://localhost:8080/jobs/shop/checkout-cpu-1f0c3a5e/";
  private static final Instant LATER = Jobs.START.plusMillis(62_345);
  private static final Optional<MergeOutcome> NOT_MERGED = Optional.empty();
  private static final RecordingStatus NO_JVM = Targets.failed("b", "NoJvmFound", "there is none");

  @Test
  void the_first_status_freezes_the_targets() {
    var status = first(Targets.pending("a"), Targets.pending("b"));

    assertThat(status)
        .isEqualTo(ProfileJobStatusBuilder.builder()
            .observedGeneration(1L)
            .phase(JobPhase.RUNNING)
            .conditions(List.of(
                new Condition(
                    "Finished",
                    "False",
                    "Recording",
                    "targets are waiting, recording or being rendered",
                    "2026-11-21T10:00:00Z",
                    1L),
                new Condition(
                    "TargetsSelected",
                    "True",
                    "TargetsSelected",
                    "2 of 2 selected; at most 1 at a time on one node, which need 40 MiB of free memory",
                    "2026-11-21T10:00:00Z",
                    1L)))
            .startTime("2026-11-21T10:00:00Z")
            .targets(new TargetCounts(2, 2, 2, 0, 0, 0))
            .selector("app=notifier")
            .deadline("2026-11-21T10:08:00Z")
            .recordings(List.of(Targets.pending("a"), Targets.pending("b")))
            .report(PAGE)
            .build());
  }

  @Test
  void a_job_that_cannot_begin_yet_waits_with_a_reason_that_is_gone_when_it_begins() {
    var job = Jobs.job();
    job.setStatus(new StatusDraft("http://localhost:8080", job, Jobs.START)
        .pending(new WaitCause("ApiServerFailed", "the API server does not answer")));
    var again = new StatusDraft("http://localhost:8080", job, LATER)
        .pending(new WaitCause("ApiServerFailed", "the API server does not answer"));
    var selection = Targets.selection(Targets.pending("a")).build();

    assertThat(job.getStatus().phase()).isEqualTo(JobPhase.PENDING);
    assertThat(job.getStatus().startTime()).isNull();
    assertThat(job.getStatus().conditions())
        .isEqualTo(waits("ApiServerFailed", "the API server does not answer"));
    assertThat(again)
        .as("a status that says nothing new is not written")
        .isEqualTo(job.getStatus());
    assertThat(new StatusDraft("http://localhost:8080", job, LATER)
            .selected(selection)
            .conditions())
        .extracting(Condition::type, Condition::status)
        .containsExactly(tuple("Finished", "False"), tuple("TargetsSelected", "True"));
    assertThat(new StatusDraft("http://localhost:8080", job, LATER)
            .failed("InvalidSpec", "why")
            .conditions())
        .extracting(Condition::type, Condition::status, Condition::reason)
        .containsExactly(
            tuple("Finished", "True", "InvalidSpec"), tuple("Failed", "True", "InvalidSpec"));
  }

  @Test
  void a_job_that_is_abandoned_keeps_what_its_targets_have_come_to() {
    var job = Jobs.running(Jobs.job(), Targets.succeeded("a"), NO_JVM, Targets.pending("c"));

    var status = new StatusDraft("http://localhost:8080", job, LATER)
        .abandoned("OperatorFailed", "it did not expect this");

    assertThat(status.phase()).isEqualTo(JobPhase.FAILED);
    assertThat(status.completionTime()).isNotNull();
    assertThat(status.conditions().getFirst().reason()).isEqualTo("OperatorFailed");
    assertThat(status.recordings())
        .containsExactly(
            Targets.succeeded("a"),
            NO_JVM,
            Targets.failed("c", "OperatorFailed", "it did not expect this"));
  }

  @Test
  void what_is_known_of_the_choice_stays() {
    var job = Jobs.job();
    var ineligible =
        List.of(new Ineligible("PodNotReady", "the pod is not ready", 3, List.of("x", "y", "z")));
    var selection = Targets.selection(Targets.pending("a"))
        .matched(500)
        .eligible(497)
        .ineligible(ineligible)
        .seed(42L)
        .byDefault(true)
        .build();
    job.setStatus(new StatusDraft("http://localhost:8080", job, Jobs.START).selected(selection));

    var status = new StatusDraft("http://localhost:8080", job, LATER)
        .running(List.of(Targets.succeeded("a")), merged(Hottest.of("x", 1)));

    assertThat(status.conditions())
        .extracting(Condition::type)
        .containsExactly("Finished", "Complete", "TargetsSelected");
    assertThat(status.conditions().getLast().message())
        .isEqualTo(
            "1 of 497 selected at random with seed 42; set target.sample to record another number; 3"
                + " not eligible: PodNotReady; at most 1 at a time on one node, which need 40 MiB of free memory");
    assertThat(status.conditions().getLast().lastTransitionTime())
        .isEqualTo("2026-11-21T10:00:00Z");
    assertThat(status.targets()).isEqualTo(new TargetCounts(500, 497, 1, 0, 1, 0));
    assertThat(status.sampleSeed()).isEqualTo(42);
    assertThat(status.ineligible()).isEqualTo(ineligible);
    assertThat(status.selector()).isEqualTo("app=notifier");
  }

  @Test
  void a_job_without_an_eligible_pod_fails_for_what_all_have_in_common_or_names_each() {
    var notReady = new Ineligible("PodNotReady", "the pod is not ready", 4, List.of("x", "y", "z"));
    var optedOut = new Ineligible("OptedOut", "its owner does not want it", 1, List.of("o"));

    assertFailed(
        none(notReady), "PodNotReady", "x, y, z and 1 more: the pod is not ready (PodNotReady)");
    assertFailed(
        none(notReady, optedOut),
        "NoEligibleTargets",
        "(PodNotReady); o: its owner does not want it (OptedOut)");
    assertThat(none(notReady).ineligible()).containsExactly(notReady);
  }

  private static ProfileJobStatus none(Ineligible... ineligible) {
    var selection = Targets.selection()
        .matched(5)
        .waves(0)
        .mostOnOneNode(0)
        .mebibytesOnOneNode(0)
        .ineligible(List.of(ineligible))
        .build();
    return new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START).selected(selection);
  }

  @Test
  void no_matching_pod_fails_the_job_with_the_command_that_shows_the_labels() {
    var status = first();

    assertFailed(
        status,
        "NoTargets",
        "no running pod in namespace shop",
        "kubectl get pods --show-labels -n shop");
    assertThat(status.startTime())
        .isEqualTo(status.completionTime())
        .isEqualTo("2026-11-21T10:00:00Z");
    assertThat(status.report()).as("there is nothing to show").isNull();
  }

  @Test
  void a_hundred_targets_are_accepted_and_one_more_fails_the_job_before_any_is_touched() {
    assertThat(first(many(100, "")).phase()).isEqualTo(JobPhase.RUNNING);
    var status = first(many(101, ""));

    assertFailed(
        status,
        "TooManyTargets",
        "101 containers were chosen, and one job can record 100",
        "name the one to record in target.containers");
    assertThat(status.recordings()).isEmpty();
    assertThat(status.targets().matched()).isEqualTo(101);
    assertThat(status.targets().selected()).isZero();
  }

  @Test
  void targets_that_have_all_failed_fail_the_job_at_once() {
    assertFailed(later(NOT_MERGED, NO_JVM), "NoJvmFound", "b: there is none (NoJvmFound)");
  }

  @Test
  void counts_say_how_many_targets_stand_where() {
    var status = later(
        NOT_MERGED,
        Targets.pending("a"),
        Targets.injected("e", LATER),
        TargetEntry.recording(Targets.injected("f", LATER), LATER.toString()),
        Targets.collecting("c", LATER),
        Targets.succeeded("d"),
        NO_JVM);

    assertThat(status.targets()).isEqualTo(new TargetCounts(6, 6, 6, 2, 1, 1));
    assertThat(status.phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void a_running_job_keeps_its_start_and_has_no_completion() {
    var status = later(NOT_MERGED, Targets.injected("a", LATER));

    assertThat(status.startTime()).isEqualTo("2026-11-21T10:00:00Z");
    assertThat(status.completionTime()).isNull();
    assertThat(status.conditions())
        .extracting(Condition::type, Condition::status)
        .containsExactly(tuple("Finished", "False"));
  }

  @Test
  void a_job_whose_targets_are_done_runs_until_its_graphs_are_merged() {
    assertThat(later(NOT_MERGED, Targets.succeeded("a")).phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void the_graphs_are_linked_as_soon_as_they_are_there_even_before_the_last_confirmation() {
    var status =
        later(merged(Hottest.of("Message.uniqueId", 31.4)), Targets.collecting("a", LATER));

    assertThat(status.phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(status.hottest()).hasToString("Message.uniqueId 31.4 %");
    assertThat(status.flameGraph()).isEqualTo(PAGE + "merged/cpu.html");
  }

  @Test
  void a_job_with_all_targets_recorded_is_complete() {
    var status = later(merged(Hottest.of("Message.uniqueId", 31.4)), Targets.succeeded("a"));

    assertThat(status)
        .isEqualTo(ProfileJobStatusBuilder.builder()
            .observedGeneration(1L)
            .phase(JobPhase.SUCCEEDED)
            .conditions(List.of(
                new Condition(
                    "Finished",
                    "True",
                    "Recorded",
                    "the condition Complete says more",
                    "2026-11-21T10:01:02Z",
                    1L),
                new Condition(
                    "Complete",
                    "True",
                    "Recorded",
                    "1 of 1 targets recorded",
                    "2026-11-21T10:01:02Z",
                    1L)))
            .startTime("2026-11-21T10:00:00Z")
            .completionTime("2026-11-21T10:01:02Z")
            .targets(new TargetCounts(1, 1, 1, 0, 1, 0))
            .selector("app=notifier")
            .deadline("2026-11-21T10:08:00Z")
            .recordings(List.of(Targets.succeeded("a")))
            .hottest(Hottest.of("Message.uniqueId", 31.4))
            .report(PAGE)
            .flameGraph(PAGE + "merged/cpu.html")
            .build());
  }

  @Test
  void a_job_with_one_recording_succeeds_and_says_why_the_others_have_none() {
    var status = later(merged(null), Targets.succeeded("a"), NO_JVM);

    assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(Conditions.of(status, "Complete").message())
        .isEqualTo("1 of 2 targets recorded; b: there is none (NoJvmFound)");
  }

  @Test
  void a_common_reason_of_all_targets_is_the_jobs_reason() {
    assertFailed(
        later(NOT_MERGED, NO_JVM, Targets.failed("c", "NoJvmFound", "nor here")),
        "NoJvmFound",
        "b: there is none (NoJvmFound)",
        "c: nor here (NoJvmFound)");
  }

  @Test
  void different_reasons_are_listed_under_a_common_one() {
    assertFailed(
        later(NOT_MERGED, NO_JVM, Targets.failed("c", "PodGone", "deleted")),
        "TargetsFailed",
        "there is none (NoJvmFound)",
        "deleted (PodGone)");
  }

  @Test
  void three_failed_targets_are_quoted_and_the_rest_is_counted() {
    var three = later(
        NOT_MERGED,
        IntStream.range(0, 3).mapToObj(i -> Targets.failed("p" + i, "PodGone", "deleted")));
    var five = later(
        NOT_MERGED,
        IntStream.range(0, 5).mapToObj(i -> Targets.failed("p" + i, "PodGone", "deleted")));

    assertFailed(three, "PodGone", "p0: deleted", "p2: deleted");
    assertThat(Conditions.of(three, "Failed").message()).doesNotContain("more");
    assertFailed(five, "PodGone", "p2: deleted", "and 2 more, see status.recordings");
    assertThat(Conditions.of(five, "Failed").message()).doesNotContain("p3:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RenderFailed", "ObjectStoreUnavailable"})
  void a_report_that_cannot_be_made_fails_the_job_with_its_reason_and_words(String reason) {
    assertFailed(
        later(mergeFailed(reason), Targets.succeeded("a")),
        reason,
        "the merged report could not be made: disk full");
  }

  @Test
  void a_report_that_cannot_be_made_ends_no_job_before_all_its_targets_are_done() {
    var status =
        later(mergeFailed("RenderFailed"), Targets.succeeded("a"), Targets.collecting("b", LATER));

    assertThat(status.phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(status.flameGraph()).isNull();
    assertThat(status.recordings())
        .containsExactly(Targets.succeeded("a"), Targets.collecting("b", LATER));
  }

  @Test
  void a_job_that_runs_on_after_its_deadline_says_since_when_and_until_when_whoever_looks_at_it() {
    var job = Jobs.running(Jobs.job(10, 90L), Targets.collecting("a", Jobs.START));
    var first = draft(job, 91).running(job.getStatus().recordings(), NOT_MERGED);
    job.setStatus(first);
    var second = draft(job, 200).running(job.getStatus().recordings(), NOT_MERGED);

    assertThat(first.conditions().getLast())
        .extracting(Condition::type, Condition::reason, Condition::lastTransitionTime)
        .containsExactly(
            "DeadlineExceeded", "DeadlineExceeded", Jobs.START.plusSeconds(91).toString());
    assertThat(first.conditions().getLast().message())
        .contains("until " + Jobs.START.plusSeconds(211));
    assertThat(second).isEqualTo(first);
    assertThat(Deadline.noticed(job)).contains(Jobs.START.plusSeconds(91));
    assertThat(draft(job, 89)
            .running(List.of(Targets.failed("a", "PodGone", "deleted")), NOT_MERGED)
            .conditions())
        .extracting(Condition::type)
        .doesNotContain("DeadlineExceeded");
  }

  private static StatusDraft draft(ProfileJob job, int seconds) {
    return new StatusDraft("http://localhost:8080", job, Jobs.START.plusSeconds(seconds));
  }

  @Test
  void a_report_that_has_to_wait_says_why_and_since_when() {
    var status = later(mergePostponed(), Targets.succeeded("a"));
    var again = Jobs.job();
    again.setStatus(status);

    assertThat(status.phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(status.flameGraph()).isNull();
    assertThat(status.conditions())
        .containsExactly(new Condition(
            "Finished",
            "False",
            "ObjectStoreUnavailable",
            "the merged report cannot be made yet: the object store failed: AccessDenied",
            "2026-11-21T10:01:02Z",
            1L));
    assertThat(new StatusDraft("http://localhost:8080", again, LATER.plusSeconds(30))
            .running(status.recordings(), mergePostponed()))
        .as("so that it is not written again")
        .isEqualTo(status);
  }

  @Test
  void a_job_that_cannot_start_yet_is_pending_says_why_and_since_when_and_its_time_has_not_begun() {
    var job = Jobs.job(10, 30L);
    var pending = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .pending(new WaitCause("ObjectStoreUnavailable", "down"));
    job.setStatus(pending);

    assertThat(pending.phase()).isEqualTo(JobPhase.PENDING);
    assertThat(pending.startTime()).isNull();
    assertThat(pending.deadline()).isNull();
    assertThat(pending.conditions()).isEqualTo(waits("ObjectStoreUnavailable", "down"));
    assertThat(new StatusDraft("http://localhost:8080", job, LATER)
            .pending(new WaitCause("ObjectStoreUnavailable", "down")))
        .as("so that it is not written again")
        .isEqualTo(pending);

    var selection = Targets.selection(Targets.pending("a")).build();
    var started = new StatusDraft("http://localhost:8080", job, LATER).selected(selection);
    assertThat(started.startTime()).isEqualTo("2026-11-21T10:01:02Z");
    assertThat(started.deadline()).as("it has its whole time").isEqualTo("2026-11-21T10:01:32Z");
    assertThat(Conditions.of(started, "TargetsSelected").status()).isEqualTo("True");
  }

  @Test
  void a_suspended_job_says_so_before_its_start() {
    var job = Jobs.suspended();
    var pending =
        new StatusDraft("http://localhost:8080", job, Jobs.START).pending(WaitCause.SUSPENDED);
    job.setStatus(pending);

    assertThat(Conditions.of(pending, "Suspended").status()).isEqualTo("True");
    assertThat(Conditions.of(pending, "Finished").reason()).isEqualTo("JobSuspended");
    assertThat(pending.startTime()).isNull();
    assertThat(new StatusDraft("http://localhost:8080", job, LATER).pending(WaitCause.SUSPENDED))
        .as("so that it is not written again")
        .isEqualTo(pending);
  }

  @Test
  void a_suspended_job_says_what_is_kept_and_what_waits() {
    var job = Jobs.running(
        Jobs.suspended(),
        Targets.succeeded("a"),
        Targets.injected("b", Jobs.START),
        Targets.pending("c"));
    var status = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(job.getStatus().recordings(), Optional.empty());
    job.setStatus(status);

    assertThat(Conditions.of(status, "Suspended").message())
        .isEqualTo("recordings: 1 ended and kept, 1 not yet ended; targets that wait: 1;"
            + " to go on, set spec.suspend to false");
    assertThat(Conditions.of(status, "Finished").reason()).isEqualTo("JobSuspended");
    assertThat(new StatusDraft("http://localhost:8080", job, LATER)
            .running(status.recordings(), Optional.empty()))
        .as("so that it is not written again")
        .isEqualTo(status);

    job.setSpec(Jobs.job().getSpec());
    var again = new StatusDraft("http://localhost:8080", job, LATER)
        .running(status.recordings(), Optional.empty());
    assertThat(again.condition("Suspended")).isEmpty();
    assertThat(Conditions.of(again, "Finished").reason()).isEqualTo("Recording");
  }

  @Test
  void harm_stays_a_condition_to_the_end() {
    var job = Jobs.running(
        Jobs.job(), Targets.failed("a", "JvmExited", "the JVM ended"), Targets.pending("b"));
    var status = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(job.getStatus().recordings(), Optional.empty());
    job.setStatus(status);

    var harmed = Conditions.of(status, "Harmed");
    assertThat(harmed.reason()).isEqualTo("JvmExited");
    assertThat(harmed.message())
        .isEqualTo(
            "a: the JVM ended; the job starts no further target, and no job profiles this image in this"
                + " namespace; find out why; to allow it again, delete this ProfileJob");
    var ended = new StatusDraft("http://localhost:8080", job, LATER)
        .running(
            List.of(
                Targets.failed("a", "JvmExited", "the JVM ended"),
                Targets.failed("b", "Harmed", "not started")),
            Optional.empty());
    assertThat(Conditions.of(ended, "Harmed")).isEqualTo(harmed);
    assertThat(Conditions.of(ended, "Failed").reason()).isEqualTo("TargetsFailed");
  }

  private static List<Condition> waits(String reason, String message) {
    return Stream.of("Finished", "TargetsSelected")
        .map(type -> new Condition(type, "False", reason, message, "2026-11-21T10:00:00Z", 1L))
        .toList();
  }

  static Stream<String> longMessages() {
    return Stream.of("x".repeat(4096), "é".repeat(2048), "\"".repeat(2000), "\u0001".repeat(600));
  }

  /** A sidecar's report can be 4 KiB, and a job can have a hundred. */
  @ParameterizedTest(name = "of kind {index}")
  @MethodSource("longMessages")
  void a_status_is_never_larger_than_100_kb_and_drafting_it_again_changes_nothing(String message)
      throws JsonProcessingException {
    var status = later(NOT_MERGED, many(100, message));
    var again = later(NOT_MERGED, status.recordings().toArray(RecordingStatus[]::new));

    assertThat(json().writeValueAsString(status).getBytes(StandardCharsets.UTF_8).length)
        .isBetween(40_000, 100_000);
    assertThat(again).isEqualTo(status);
  }

  @ParameterizedTest(name = "{0} characters become {1}")
  @CsvSource({"400, 400", "401, 398", "4096, 398"})
  void the_messages_of_a_hundred_targets_share_40_kb_evenly(int length, int kept) {
    var message =
        later(NOT_MERGED, many(100, "x".repeat(length))).recordings().getFirst().message();

    assertThat(message).hasSize(kept).matches("x+…?");
  }

  @Test
  void the_message_of_a_single_target_is_kept_as_the_sidecar_wrote_it() {
    var message = "x".repeat(3000);

    assertThat(later(NOT_MERGED, Targets.failed("a", "AttachFailed", message))
            .recordings()
            .getFirst()
            .message())
        .isEqualTo(message);
  }

  @Test
  void a_status_that_was_written_and_read_again_is_equal_so_that_it_is_not_written_twice()
      throws JsonProcessingException {
    var status =
        later(merged(Hottest.of("Message.uniqueId", 31.4)), Targets.succeeded("a"), NO_JVM);

    assertThat(json().readValue(json().writeValueAsString(status), ProfileJobStatus.class))
        .isEqualTo(status);
  }

  @Test
  void what_a_comparison_has_come_to_is_a_condition_and_none_makes_no_job_fail() {
    for (var verdict : List.of(
        new Verdict("FramesChanged", "A.a fell"),
        new Verdict("NothingChanged", "no"),
        new Verdict("BaselineNotFound", "none"))) {
      var merged =
          new MergeOutcome.Merged(Set.of("a/app"), Hottest.of("A.a", 1), Optional.of(verdict));

      var status = later(Optional.of(merged), Targets.succeeded("a"));

      assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(status.conditions().get(1).type()).isEqualTo("Complete");
      assertThat(status.conditions())
          .filteredOn(c -> c.type().equals("Compared"))
          .singleElement()
          .satisfies(c -> {
            assertThat(c.status())
                .isEqualTo(verdict.reason().equals("BaselineNotFound") ? "False" : "True");
            assertThat(c.reason()).isEqualTo(verdict.reason());
            assertThat(c.message()).isEqualTo(verdict.message());
          });
    }
  }

  @Test
  void a_job_takes_all_steps_of_the_table_and_no_other() {
    var pending = new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START);
    var running = new StatusDraft(
        "http://localhost:8080", Jobs.running(Jobs.job(), Targets.pending("a")), LATER);
    var begun = Stream.of(
            pending.pending(WaitCause.ofStore("down")),
            first(Targets.pending("a")),
            none(),
            pending.failed("InvalidSpec", "odd"))
        .map(after -> new Transition<>(JobPhase.PENDING, after.phase(), null));
    var gone = Stream.of(
            running.running(List.of(Targets.pending("a")), NOT_MERGED),
            running.running(List.of(NO_JVM), NOT_MERGED),
            running.running(List.of(Targets.succeeded("a")), merged(Hottest.of("x", 1))),
            running.running(List.of(Targets.succeeded("a")), mergeFailed("RenderFailed")),
            running.running(List.of(Targets.succeeded("a")), mergePostponed()),
            running.abandoned("OperatorFailed", "odd"))
        .map(after -> new Transition<>(JobPhase.RUNNING, after.phase(), null));
    var table = Transition.OF_JOB.stream().filter(row -> row.from() != null && row.to() != null);

    assertThat(
            Stream.concat(begun, gone).filter(step -> step.from() != step.to()).distinct())
        .containsExactlyInAnyOrderElementsOf(
            table.map(row -> new Transition<>(row.from(), row.to(), null)).toList());
  }

  private static void assertFailed(ProfileJobStatus status, String reason, String... words) {
    assertThat(status.phase()).isEqualTo(JobPhase.FAILED);
    assertThat(status.completionTime()).isNotNull();
    assertThat(status.conditions()).hasSize(2);
    assertThat(status.conditions().getFirst().type()).isEqualTo("Finished");
    assertThat(status.conditions().getLast())
        .extracting(Condition::type, Condition::status, Condition::reason)
        .containsExactly("Failed", "True", reason);
    assertThat(status.conditions().getLast().message()).contains(words);
  }

  private static ProfileJobStatus first(RecordingStatus... targets) {
    return new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START)
        .selected(Targets.selection(targets).build());
  }

  private static ProfileJobStatus later(Optional<MergeOutcome> merged, RecordingStatus... targets) {
    var job = Jobs.running(Jobs.job(), targets);
    return new StatusDraft("http://localhost:8080", job, LATER).running(List.of(targets), merged);
  }

  private static ProfileJobStatus later(
      Optional<MergeOutcome> merged, Stream<RecordingStatus> targets) {
    return later(merged, targets.toArray(RecordingStatus[]::new));
  }

  private static Optional<MergeOutcome> merged(Hottest hottest) {
    return Optional.of(new MergeOutcome.Merged(Set.of("a/app"), hottest, Optional.empty()));
  }

  private static Optional<MergeOutcome> mergeFailed(String reason) {
    return Optional.of(new MergeOutcome.Failed(Set.of("a/app"), reason, "disk full"));
  }

  private static Optional<MergeOutcome> mergePostponed() {
    return Optional.of(
        new MergeOutcome.Postponed(Set.of("a/app"), WaitCause.ofStore("AccessDenied")));
  }

  /** Failed targets with names as long as a Deployment's pods can have. */
  private static RecordingStatus[] many(int count, String message) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> "checkout-service-with-a-name-of-full-length-x-7d9c8b6f5-x-x%03d".formatted(i))
        .map(pod ->
            message.isEmpty() ? Targets.pending(pod) : Targets.failed(pod, "AttachFailed", message))
        .toArray(RecordingStatus[]::new);
  }

  private static ObjectMapper json() {
    return new ObjectMapper();
  }
}
