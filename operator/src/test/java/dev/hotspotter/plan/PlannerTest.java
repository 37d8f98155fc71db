package dev.hotspotter.plan;

import static dev.hotspotter.testing.PodFixtures.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static final RenderOutcome RENDERED =
      new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, 5985L));
  private static final WaitCause REFUSED =
      new WaitCause("ObjectStoreUnavailable", "the object store failed: AccessDenied: no");
  private static final RenderOutcome POSTPONED = new RenderOutcome.Postponed(REFUSED);

  @Test
  void pending_targets_are_injected_with_the_pod_as_it_was_seen() {
    var pod = running("a").build();

    assertThat(Scene.of(Targets.pending("a")).pod(pod).plan().actions())
        .containsExactly(new Action.Inject(Targets.pending("a"), pod));
  }

  @Test
  void no_more_targets_are_injected_than_may_record_at_the_same_time() {
    var plan = Scene.of(
            Jobs.job(2, null), Targets.pending("a"), Targets.pending("b"), Targets.pending("c"))
        .pod(running("a").build())
        .pod(running("b").build())
        .pod(running("c").build())
        .plan();

    assertThat(injections(plan)).containsExactly("a", "b");
  }

  @Test
  void targets_that_are_injected_recording_or_collecting_hold_their_places() {
    var plan = Scene.of(
            Jobs.job(4, null),
            Targets.injected("injected", Jobs.START),
            Targets.injected("recording", Jobs.START),
            Targets.injected("collecting", Jobs.START),
            Targets.pending("next"),
            Targets.pending("later"))
        .pod(PodFixtures.injected("injected"))
        .pod(PodFixtures.injected("recording", running(Jobs.START)))
        .pod(PodFixtures.injected("collecting", running(Jobs.START)))
        .uploaded("collecting")
        .pod(running("next").build())
        .pod(running("later").build())
        .plan();

    assertThat(injections(plan)).containsExactly("next");
  }

  @Test
  void a_target_is_looked_at_again_only_when_it_is_its_turn() {
    var notReady = running("b").editStatus().withConditions().endStatus().build();
    var waiting = Scene.of(
            Jobs.job(1, null), Targets.injected("a", Jobs.START), Targets.pending("b"))
        .pod(PodFixtures.injected("a"))
        .pod(notReady);
    var itsTurn = Scene.of(Jobs.job(1, null), Targets.succeeded("a"), Targets.pending("b"))
        .pod(notReady);

    assertThat(waiting.plan().recordings().getLast().phase()).isEqualTo(RecordingPhase.PENDING);
    assertThat(itsTurn.plan().recordings().getLast().reason()).isEqualTo("PodNotReady");
    assertThat(itsTurn.plan().actions()).noneMatch(Action.Inject.class::isInstance);
  }

  @Test
  void what_kept_a_target_from_being_injected_is_told_at_the_deadline() {
    var refused = new WaitCause(
        "InjectionRefused", "the API server failed to add the sidecar: webhook unreachable");
    var target = TargetEntry.waiting(Targets.pending("a"), RecordingPhase.PENDING, refused);

    assertThat(injections(Scene.of(target).pod(running("a").build()).plan())).containsExactly("a");
    var late = Scene.of(Jobs.job(10, 30L), target)
        .pod(running("a").build())
        .after(Duration.ofSeconds(31))
        .next();
    assertThat(late.reason()).isEqualTo("InjectionRefused");
    assertThat(late.message())
        .isEqualTo("the API server failed to add the sidecar: webhook unreachable");
  }

  @Test
  void the_deadline_stays_when_a_target_turns_out_to_be_none() {
    var job = Jobs.running(Jobs.job(1, null), Targets.pending("a"), Targets.pending("b"));
    var scene = Scene.of(job, Targets.injected("a", Jobs.START));
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .deadline(Deadline.from(Jobs.START, job, 2).toString())
        .build());

    assertThat(scene
            .pod(PodFixtures.injected("a", running(Jobs.START)))
            .after(Duration.ofSeconds(489))
            .next()
            .phase())
        .isEqualTo(RecordingPhase.COLLECTING);
  }

  @Test
  void finished_targets_make_room() {
    var plan = Scene.of(
            Jobs.job(1, null),
            Targets.succeeded("a"),
            Targets.failed("b", "NoJvmFound", "none"),
            Targets.pending("c"))
        .pod(running("c").build())
        .plan();

    assertThat(injections(plan)).containsExactly("c");
  }

  @Test
  void nothing_is_injected_once_the_deadline_is_over() {
    var plan = Scene.of(Jobs.job(10, 30L), Targets.pending("a"))
        .pod(running("a").build())
        .after(Duration.ofSeconds(31))
        .plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.recordings())
        .extracting(RecordingStatus::reason)
        .containsExactly("DeadlineExceeded");
  }

  @Test
  void
      without_a_deadline_each_wave_of_targets_has_its_recording_and_two_minutes_and_the_store_five() {
    var twoWaves =
        new RecordingStatus[] {Targets.succeeded("a"), Targets.succeeded("b"), Targets.pending("c")
        };

    var inTime = Scene.of(Jobs.job(2, null), twoWaves)
        .pod(running("c").build())
        .after(Duration.ofSeconds(660))
        .plan();
    var late = Scene.of(Jobs.job(2, null), twoWaves)
        .pod(running("c").build())
        .after(Duration.ofSeconds(661))
        .plan();

    assertThat(injections(inTime)).containsExactly("c");
    assertThat(late.recordings().getLast().reason()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void an_operator_that_comes_back_long_after_the_deadline_renders_what_is_stored() {
    var scene = Scene.of(
            Jobs.job(10, 90L), Targets.injected("a", Jobs.START), Targets.injected("b", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .pod(PodFixtures.injected("b", running(Jobs.START)))
        .operatorSince(Duration.ofHours(1));

    var plan = scene.plan();
    assertThat(plan.recordings())
        .extracting(RecordingStatus::phase)
        .containsExactly(RecordingPhase.COLLECTING, RecordingPhase.FAILED);
    assertThat(plan.actions())
        .containsExactly(new Action.Render(plan.recordings().getFirst()));

    assertThat(scene.after(Duration.ofHours(1).plusSeconds(119)).next().phase())
        .isEqualTo(RecordingPhase.COLLECTING);
    assertThat(scene.after(Duration.ofHours(1).plusSeconds(120)).next().reason())
        .isEqualTo("DeadlineExceeded");
  }

  @Test
  void a_job_ends_although_each_of_its_operators_is_killed_before_two_minutes_are_over() {
    var job = Jobs.running(Jobs.job(10, 90L), Targets.collecting("a", Jobs.START));
    int operators = 0;
    for (var now = Jobs.START.plusSeconds(100);
        operators < 20 && !job.getStatus().phase().isTerminal();
        now = now.plusSeconds(90)) {
      operators++;
      var since = Deadline.noticed(job).orElse(now);
      var plan = Planner.plan(
          new Snapshot(
              job,
              Map.of(),
              Set.of("a/app"),
              Set.of(),
              Optional.empty(),
              Map.of(),
              Optional.empty(),
              Map.of(),
              Map.of(),
              since,
              now),
          new Places(10, Map.of()));
      job.setStatus(new StatusDraft("http://localhost:8080", job, now)
          .running(plan.recordings(), plan.merged()));
    }

    assertThat(operators).isEqualTo(3);
    assertThat(job.getStatus().recordings().getFirst().reason()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void a_suspended_job_stops_its_recordings_once_and_starts_none() {
    var recording = Targets.injected("a", Jobs.START);
    var scene = Scene.of(Jobs.suspended(), recording, Targets.pending("b"))
        .pod(running("a").build())
        .pod(running("b").build());

    assertThat(scene.plan().actions()).containsExactly(new Action.Stop(recording, "was suspended"));
    assertThat(scene.plan().recordings().getLast().reason()).isEqualTo("JobSuspended");
    assertThat(scene.ordered("a").plan().actions()).isEmpty();
  }

  @Test
  void a_sidecar_that_could_still_start_after_its_target_failed_is_ordered_to_stop() {
    var target = Targets.injected("a", Jobs.START);
    var waiting = PodFixtures.injected("a", PodFixtures.waiting("ContainerCreating", null));
    var given = Scene.of(target, Targets.pending("b"))
        .pod(waiting)
        .pod(running("b").build())
        .after(Duration.ofSeconds(70));

    assertThat(given.plan().recordings().getFirst().reason()).isEqualTo("SidecarNotStarted");
    assertThat(given.plan().actions())
        .filteredOn(Action.Stop.class::isInstance)
        .singleElement()
        .isEqualTo(new Action.Stop(given.plan().recordings().getFirst(), "gave up this target"));
    assertThat(given.ordered("a").plan().actions()).noneMatch(Action.Stop.class::isInstance);
  }

  @Test
  void a_sidecar_that_has_ended_needs_no_order() {
    var failed = Scene.of(Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", PodFixtures.terminated(137, "OOMKilled", "")))
        .after(Duration.ofSeconds(5));

    assertThat(failed.next().phase()).isEqualTo(RecordingPhase.FAILED);
    assertThat(failed.plan().actions()).noneMatch(Action.Stop.class::isInstance);
  }

  @Test
  void an_order_to_stop_waits_for_the_store() {
    var scene = Scene.of(Jobs.suspended(), Targets.injected("a", Jobs.START))
        .pod(running("a").build());

    assertThat(scene.storeFails("down").plan().actions()).isEmpty();
  }

  @Test
  void a_target_that_a_suspension_held_back_starts_when_the_job_goes_on() {
    var held = Scene.of(Jobs.suspended(), Targets.pending("a"))
        .pod(running("a").build())
        .next();

    var plan = Scene.of(held).pod(running("a").build()).plan();

    assertThat(plan.recordings().getFirst().reason()).isNull();
    assertThat(plan.actions()).hasSize(1).first().isInstanceOf(Action.Inject.class);
  }

  @Test
  void a_target_that_a_suspension_held_back_until_the_deadline_fails_with_that() {
    var next = Scene.of(Jobs.suspended(), Targets.pending("a"))
        .pod(running("a").build())
        .after(Duration.ofHours(1))
        .next();

    assertThat(next.phase()).isEqualTo(RecordingPhase.FAILED);
    assertThat(next.reason()).isEqualTo("JobSuspended");
    assertThat(next.message()).startsWith("the job was suspended until its deadline");
  }

  @Test
  void an_operator_that_comes_back_long_after_the_deadline_has_time_to_merge() {
    var scene =
        Scene.of(Jobs.job(10, 90L), Targets.succeeded("a")).operatorSince(Duration.ofHours(1));

    assertThat(scene.plan().actions())
        .containsExactly(new Action.Merge(List.of(Targets.succeeded("a"))));
    assertThat(scene.plan().merged()).isEmpty();
    assertThat(scene.after(Duration.ofHours(1).plusSeconds(121)).plan().merged())
        .containsInstanceOf(MergeOutcome.Failed.class);
  }

  @Test
  void an_upload_is_rendered_at_once_without_waiting_for_the_kubelet() {
    var plan = Scene.of(Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .plan();

    assertThat(plan.actions())
        .containsExactly(new Action.Render(plan.recordings().getFirst()));
  }

  @Test
  void nothing_is_rendered_while_the_store_cannot_be_asked() {
    var plan = Scene.of(Targets.collecting("a", Jobs.START)).storeFails("down").plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.recordings())
        .extracting(RecordingStatus::phase)
        .containsExactly(RecordingPhase.COLLECTING);
  }

  @Test
  void a_recording_that_was_rendered_before_a_restart_is_not_rendered_again() {
    var plan = Scene.of(Targets.succeeded("a"), Targets.pending("b"))
        .pod(running("b").build())
        .uploaded("a")
        .plan();

    assertThat(plan.actions()).noneMatch(Action.Render.class::isInstance);
  }

  @Test
  void merging_waits_until_every_target_is_rendered_or_failed() {
    var recording = PodFixtures.injected("b", running(Jobs.START));

    var plan = Scene.of(Targets.succeeded("a"), Targets.injected("b", Jobs.START))
        .pod(recording)
        .plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.merged()).isEmpty();
  }

  @Test
  void the_merge_knows_of_targets_that_failed_and_does_not_wait_for_the_kubelets_word() {
    var scene = Scene.of(
            Targets.succeeded("a"),
            Targets.failed("b", "NoJvmFound", "none"),
            Targets.injected("c", Jobs.START))
        .pod(PodFixtures.injected("c", running(Jobs.START)))
        .uploaded("c")
        .rendered("c", RENDERED);

    var plan = scene.plan();

    assertThat(plan.actions()).containsExactly(new Action.Merge(plan.recordings()));
    assertThat(plan.merged()).isEmpty();
  }

  @Test
  void a_merge_that_is_there_is_not_made_again() {
    var plan = Scene.of(Targets.succeeded("a"), Targets.succeeded("b"))
        .merged(Hottest.of("Message.uniqueId", 31.4), "a", "b")
        .plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.merged())
        .contains(new MergeOutcome.Merged(
            Set.of("a/app", "b/app"), Hottest.of("Message.uniqueId", 31.4), Optional.empty()));
  }

  @Test
  void a_merge_over_a_target_that_failed_later_is_made_again() {
    var plan = Scene.of(Targets.succeeded("a"), Targets.failed("b", "ChecksumMismatch", "differs"))
        .merged(Hottest.of("x", 1), "a", "b")
        .plan();

    assertThat(plan.actions()).containsExactly(new Action.Merge(plan.recordings()));
    assertThat(plan.merged()).isEmpty();
  }

  @Test
  void nothing_is_merged_when_no_target_has_a_recording() {
    var plan = Scene.of(
            Targets.failed("a", "NoJvmFound", "none"), Targets.failed("b", "NoJvmFound", "none"))
        .plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.merged()).isEmpty();
  }

  @Test
  void a_target_that_misses_the_deadline_does_not_keep_the_others_from_being_merged() {
    var plan = Scene.of(
            Jobs.job(10, 90L), Targets.succeeded("a"), Targets.injected("b", Jobs.START))
        .pod(PodFixtures.injected("b", running(Jobs.START)))
        .after(Duration.ofSeconds(91))
        .plan();

    assertThat(plan.actions()).containsExactly(new Action.Merge(plan.recordings()));
    assertThat(plan.merged()).isEmpty();
  }

  @Test
  void
      a_merge_that_the_store_prevents_for_two_minutes_after_the_deadline_is_given_up_in_the_stores_words() {
    var scene =
        Scene.of(Jobs.job(10, 90L), Targets.succeeded("a")).storeFails("connection refused");

    assertThat(scene.after(Duration.ofSeconds(210)).plan().merged()).isEmpty();
    var plan = scene.after(Duration.ofSeconds(211)).plan();
    assertThat(plan.merged())
        .contains(new MergeOutcome.Failed(
            Set.of("a/app"),
            "ObjectStoreUnavailable",
            "the object store failed: connection refused"));
    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void a_rendering_that_is_postponed_is_asked_for_again_and_the_target_says_why() {
    var plan = Scene.of(Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .rendered("a", POSTPONED)
        .plan();

    assertThat(plan.actions())
        .containsExactly(new Action.Render(plan.recordings().getFirst()));
    assertThat(plan.recordings())
        .containsExactly(TargetEntry.waiting(
            Targets.collecting("a", Jobs.START), RecordingPhase.COLLECTING, REFUSED));
  }

  @Test
  void
      a_rendering_that_is_postponed_for_two_minutes_after_the_deadline_fails_in_the_words_of_what_prevents_it() {
    var scene = Scene.of(Jobs.job(10, 90L), Targets.collecting("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .rendered("a", POSTPONED);

    assertThat(scene.after(Duration.ofSeconds(209)).next().phase())
        .isEqualTo(RecordingPhase.COLLECTING);
    assertThat(scene.after(Duration.ofSeconds(211)).next())
        .isEqualTo(TargetEntry.failed(
            Targets.collecting("a", Jobs.START), REFUSED.reason(), REFUSED.message()));
  }

  @Test
  void a_merge_that_is_postponed_is_asked_for_again_and_says_why() {
    var plan = Scene.of(Targets.succeeded("a")).mergePostponed(REFUSED, "a").plan();

    assertThat(plan.actions()).containsExactly(new Action.Merge(List.of(Targets.succeeded("a"))));
    assertThat(plan.merged()).contains(new MergeOutcome.Postponed(Set.of("a/app"), REFUSED));
  }

  @Test
  void
      a_merge_that_is_postponed_for_two_minutes_after_the_deadline_is_given_up_in_the_words_of_what_prevents_it() {
    var disk = new WaitCause("RenderFailed", "the operator's disk failed: No space left on device");
    var plan = Scene.of(Jobs.job(10, 90L), Targets.succeeded("a"))
        .mergePostponed(disk, "a")
        .after(Duration.ofSeconds(211))
        .plan();

    assertThat(plan.merged())
        .contains(new MergeOutcome.Failed(Set.of("a/app"), disk.reason(), disk.message()));
    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void a_recording_that_holds_nothing_is_not_merged_while_it_waits_for_its_report() {
    var empty = new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, 0L));
    var plan = Scene.of(Targets.succeeded("a"), Targets.injected("b", Jobs.START))
        .pod(PodFixtures.injected("b", running(Jobs.START)))
        .uploaded("b")
        .rendered("b", empty)
        .plan();

    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void a_merge_that_is_there_stays_whatever_the_time() {
    var plan = Scene.of(Jobs.job(10, 90L), Targets.succeeded("a"))
        .merged(Hottest.of("x", 1), "a")
        .after(Duration.ofHours(1))
        .plan();

    assertThat(plan.merged())
        .contains(new MergeOutcome.Merged(Set.of("a/app"), Hottest.of("x", 1.0), Optional.empty()));
  }

  private static List<String> injections(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Inject.class::isInstance)
        .map(action -> ((Action.Inject) action).target().pod())
        .toList();
  }
}
