package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.ReclaimPolicy;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.publish.Notice.Type;
import dev.hotspotter.report.comparison.Verdict;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoticeTest {

  private static final RecordingStatus NO_JVM = Targets.failed("b", "NoJvmFound", "there is none");

  @Test
  void the_start_of_a_job_is_told() {
    var selection = Targets.selection(Targets.pending("a"), Targets.pending("b"))
        .matched(600)
        .eligible(500)
        .mostOnOneNode(2)
        .mebibytesOnOneNode(80)
        .seed(7L)
        .build();
    var first =
        new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START).selected(selection);

    assertThat(Notice.between(null, first))
        .containsExactly(new Notice(
            Type.Normal,
            "TargetsSelected",
            "2 of 500 selected at random with seed 7; at most 2 at a time on one node,"
                + " which need 80 MiB of free memory"));
  }

  @Test
  void the_start_of_a_job_that_had_to_wait_is_told_too() {
    var pending = new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START)
        .pending(new WaitCause("ObjectStoreUnavailable", "down"));
    var job = Jobs.job();
    job.setStatus(pending);
    var selection = Targets.selection(Targets.pending("a")).build();
    var first = new StatusDraft("http://localhost:8080", job, Jobs.START).selected(selection);

    assertThat(Notice.between(null, pending)).isEmpty();
    assertThat(Notice.between(pending, first))
        .extracting(Notice::reason)
        .containsExactly("TargetsSelected");
  }

  @Test
  void a_target_that_is_refused_at_the_start_is_told_at_once() {
    assertThat(Notice.between(null, status(Targets.pending("a"), NO_JVM)))
        .contains(new Notice(Type.Warning, "NoJvmFound", "b: there is none"));
  }

  @Test
  void a_target_that_fails_is_told_once() {
    var before = status(Targets.pending("a"), Targets.pending("b"));
    var after = status(Targets.pending("a"), NO_JVM);

    assertThat(Notice.between(before, after))
        .containsExactly(new Notice(Type.Warning, "NoJvmFound", "b: there is none"));
    assertThat(Notice.between(after, after)).isEmpty();
  }

  @Test
  void a_job_over_one_pod_that_fails_is_told_once_by_the_job() {
    assertThat(Notice.between(status(Targets.pending("b")), status(NO_JVM)))
        .containsExactly(new Notice(Type.Warning, "NoJvmFound", "b: there is none (NoJvmFound)"));
  }

  @Test
  void mere_progress_is_not_told() {
    assertThat(
            Notice.between(status(Targets.pending("a")), status(Targets.injected("a", Jobs.START))))
        .isEmpty();
  }

  @Test
  void a_job_that_fails_before_it_starts_is_told_with_its_condition_only() {
    var failed = draft().failed("NoTargets", "nothing matches");

    assertThat(Notice.between(null, failed))
        .containsExactly(new Notice(Type.Warning, "NoTargets", "nothing matches"));
  }

  @Test
  void a_success_is_told_with_the_hottest_frame() {
    var merged = new MergeOutcome.Merged(
        Set.of("a/app"), Hottest.of("Message.uniqueId", 31.4), Optional.empty());
    var after = draft().running(List.of(Targets.succeeded("a")), Optional.of(merged));

    assertThat(Notice.between(status(Targets.pending("a")), after))
        .containsExactly(new Notice(
            Type.Normal, "Recorded", "1 of 1 targets recorded; hottest: Message.uniqueId 31.4 %"));
  }

  @Test
  void harm_is_told_at_once_and_not_again_at_the_end() {
    var job = Jobs.running(
        Jobs.job(), Targets.failed("a", "JvmExited", "the JVM ended"), Targets.pending("b"));
    var before = job.getStatus();
    var after = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(before.recordings(), Optional.empty());
    job.setStatus(after);
    var ended = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(
            List.of(before.recordings().getFirst(), Targets.failed("b", "Harmed", "not started")),
            Optional.empty());

    assertThat(Notice.between(before, after)).singleElement().satisfies(notice -> {
      assertThat(notice.type()).isEqualTo(Type.Warning);
      assertThat(notice.reason()).isEqualTo("Harmed");
      assertThat(notice.message()).startsWith("a: the JVM ended; ");
    });
    assertThat(Notice.between(after, ended))
        .extracting(Notice::reason)
        .containsExactly("Harmed", "TargetsFailed");
  }

  @Test
  void a_suspension_is_told_once() {
    var job = Jobs.running(Jobs.suspended(), Targets.pending("a"));
    var before = job.getStatus();
    var after = new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(before.recordings(), Optional.empty());

    assertThat(Notice.between(before, after))
        .extracting(Notice::reason)
        .containsExactly("JobSuspended");
    assertThat(Notice.between(after, after)).isEmpty();
  }

  @Test
  void a_deletion_is_told_with_the_fate_of_the_recordings() {
    var kept = Jobs.job();
    var deleted = Jobs.job(new ArtifactOptions(List.of(), null, null, ReclaimPolicy.DELETE, null));

    assertThat(Notice.deleted(kept, true).message())
        .isEqualTo("running recordings end within seconds, and are kept below"
            + " /jobs/shop/checkout-cpu-1f0c3a5e/");
    assertThat(Notice.deleted(deleted, true).message()).endsWith("within seconds, and are deleted");
    assertThat(Notice.deleted(deleted, false))
        .isEqualTo(new Notice(
            Type.Warning,
            "JobDeleted",
            "running recordings end after 60s, because the object store failed, and are deleted"));
  }

  @Test
  void a_comparison_is_told_for_itself() {
    var merged = new MergeOutcome.Merged(
        Set.of("a/app"),
        Hottest.of("A.a", 1),
        Optional.of(new Verdict("BaselineNotFound", "there is none")));
    var after = draft().running(List.of(Targets.succeeded("a")), Optional.of(merged));

    assertThat(Notice.between(status(Targets.pending("a")), after))
        .contains(new Notice(Type.Warning, "BaselineNotFound", "there is none"));
  }

  @ParameterizedTest
  @CsvSource({
    "True, Pushed, Normal",
    "False, PushRefused, Warning",
    "False, PushGivenUp, Warning",
    "False, PushUnsuitable, Normal",
    "Unknown, PushPending, "
  })
  void what_has_become_of_recordings_is_told_when_it_is_over_and_nothing_else_again(
      String status, String reason, Type type) {
    var merged = new MergeOutcome.Merged(Set.of("a/app"), Hottest.of("A.a", 1.0), Optional.empty());
    var before = draft().running(List.of(Targets.succeeded("a"), NO_JVM), Optional.of(merged));
    var pushed = new Condition("Pushed", status, reason, "words", Jobs.START.toString(), 1L);
    var after = ProfileJobStatusBuilder.builder(before)
        .conditions(
            Stream.concat(before.conditions().stream(), Stream.of(pushed)).toList())
        .build();

    assertThat(Notice.between(before, after))
        .isEqualTo(type == null ? List.of() : List.of(new Notice(type, reason, "words")));
    assertThat(Notice.between(after, after)).isEmpty();
  }

  private static StatusDraft draft() {
    return new StatusDraft("http://localhost:8080", Jobs.job(), Jobs.START);
  }

  private static ProfileJobStatus status(RecordingStatus... targets) {
    return draft().running(List.of(targets), Optional.empty());
  }
}
