package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import dev.hotspotter.e2e.FaultEvidence.Job;
import dev.hotspotter.e2e.FaultEvidence.Jvm;
import dev.hotspotter.e2e.FaultEvidence.Recording;
import dev.hotspotter.e2e.FaultEvidence.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A suite that lies would be noticed here: each loss and each harm has its words. */
class FaultJudgeTest {

  private static final Fault FAULT =
      Fault.of(Part.BENCH, "fault", 1, bench -> Set.of()).failsVictims("PodGone");
  private static final Fault KILL = FAULT.failsOthers("Harmed").has(Effect.RESTARTS_VICTIMS);
  private static final Jvm JVM = new Jvm("uid", 0, 7, 1000);
  private static final Recording GOOD =
      new Recording("pod", RecordingPhase.SUCCEEDED, null, true, true, 1, false);
  private static final Target UNHARMED = new Target("pod", JVM, Optional.of(JVM), true);

  static Stream<Arguments> losses() {
    return Stream.of(
        lost(ended(JobPhase.RUNNING, GOOD), "job: the job has not ended: RUNNING"),
        lost(
            new Job("job", false, Optional.empty(), List.of(), 0, 0, List.of()),
            "job: the job has not ended: no status"),
        lost(
            new Job("job", true, Optional.empty(), List.of(), 0, 0, List.of()),
            "job: the job is gone"),
        lost(ended(JobPhase.FAILED), "job: the job has no target"),
        lost(
            new Job("job", false, Optional.of(JobPhase.SUCCEEDED), List.of(GOOD), 0, 0, List.of()),
            "job: the job has no samples"),
        lost(
            ended(JobPhase.SUCCEEDED, phase(RecordingPhase.COLLECTING, null)),
            "job: pod is still Collecting"),
        lost(
            ended(JobPhase.FAILED, phase(RecordingPhase.FAILED, "UploadFailed")),
            "job: pod failed with UploadFailed"),
        lost(
            ended(JobPhase.FAILED, phase(RecordingPhase.FAILED, "PodGone")),
            "job: pod failed with PodGone"),
        lost(
            ended(
                JobPhase.SUCCEEDED,
                new Recording("pod", RecordingPhase.SUCCEEDED, null, false, true, 1, false)),
            "job: the recording of pod is not in the store"),
        lost(
            ended(
                JobPhase.SUCCEEDED,
                new Recording("pod", RecordingPhase.SUCCEEDED, null, true, false, 1, false)),
            "job: pod is not in the merged report"),
        lost(
            ended(
                JobPhase.SUCCEEDED,
                new Recording("pod", RecordingPhase.SUCCEEDED, null, true, true, 2, false)),
            "job: pod has 2 sidecars"),
        lost(
            ended(
                JobPhase.SUCCEEDED,
                new Recording("pod", RecordingPhase.SUCCEEDED, null, true, true, 1, true)),
            "job: the sidecar in pod still runs"),
        lost(
            new Job("job", false, Optional.of(JobPhase.SUCCEEDED), List.of(GOOD), 10, 9, List.of()),
            "job: the merged stacks have 9 of 10 samples"),
        lost(
            new Job(
                "job",
                false,
                Optional.of(JobPhase.SUCCEEDED),
                List.of(GOOD),
                9,
                9,
                List.of("Recorded: all", "Recorded: all")),
            "job: the event came 2 times: Recorded: all"));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void says_what_is_lost(Job job, String words) {
    assertThat(judge(FAULT, Set.of(), job, UNHARMED).lost()).containsExactly(words);
  }

  @Test
  void has_no_complaint_about_a_target_that_succeeded() {
    var judge = judge(FAULT, Set.of(), ended(JobPhase.SUCCEEDED, GOOD), UNHARMED);

    assertThat(judge.lost()).isEmpty();
    assertThat(judge.harmed()).isEmpty();
    assertThat(judge.succeeded()).isOne();
  }

  @Test
  void lets_only_a_victim_fail_with_the_faults_reason_for_victims() {
    var job = ended(JobPhase.FAILED, phase(RecordingPhase.FAILED, "PodGone"));

    assertThat(judge(FAULT, Set.of("pod"), job, UNHARMED).lost()).isEmpty();
    assertThat(judge(FAULT, Set.of("other"), job, UNHARMED).lost()).hasSize(1);
  }

  @Test
  void lets_any_target_fail_with_the_faults_reason_for_others() {
    var job = ended(JobPhase.FAILED, phase(RecordingPhase.FAILED, "Harmed"));

    assertThat(judge(KILL, Set.of(), job, UNHARMED).lost()).isEmpty();
    assertThat(judge(KILL, Set.of(), job, UNHARMED).failures()).containsExactly("Harmed");
  }

  @Test
  void counts_a_job_that_the_fault_deletes_and_still_looks_for_its_sidecars() {
    var deletes = FAULT.has(Effect.DELETES_JOBS);
    var running = new Recording("pod", RecordingPhase.RECORDING, null, false, false, 1, true);

    assertThat(judge(
                deletes,
                Set.of(),
                new Job("job", true, Optional.empty(), List.of(), 0, 0, List.of()),
                UNHARMED)
            .lost())
        .isEmpty();
    assertThat(judge(
                deletes,
                Set.of(),
                new Job("job", true, Optional.empty(), List.of(running), 0, 0, List.of()),
                UNHARMED)
            .lost())
        .containsExactly("job: the sidecar in pod still runs");
  }

  @Test
  void an_operator_restarts_only_with_a_fault_that_restarts_it() {
    var evidence = new FaultEvidence(
        Set.of(), List.of(ended(JobPhase.SUCCEEDED, GOOD)), List.of(UNHARMED), true);

    assertThat(new FaultJudge(FAULT, evidence).lost())
        .containsExactly("the operator was restarted");
    assertThat(new FaultJudge(FAULT.has(Effect.RESTARTS_OPERATOR), evidence).lost())
        .isEmpty();
  }

  static Stream<Arguments> harms() {
    return Stream.of(
        Arguments.of(new Target("pod", JVM, Optional.empty(), false), "pod: its JVM is gone"),
        Arguments.of(new Target("pod", JVM, Optional.of(JVM), false), "pod: its work has stopped"),
        Arguments.of(changed(new Jvm("another", 0, 7, 1000)), "instead of"),
        Arguments.of(changed(new Jvm("uid", 1, 7, 1000)), "instead of"),
        Arguments.of(changed(new Jvm("uid", 0, 8, 1000)), "instead of"),
        Arguments.of(changed(new Jvm("uid", 0, 7, 1001)), "instead of"));
  }

  @ParameterizedTest
  @MethodSource("harms")
  void says_who_is_harmed(Target pod, String words) {
    var job = ended(JobPhase.SUCCEEDED, GOOD);

    assertThat(judge(FAULT, Set.of("pod"), job, pod).harmed())
        .singleElement()
        .asString()
        .contains(words);
    assertThat(judge(KILL, Set.of("pod"), job, pod).harmed()).as("its victim").isEmpty();
    assertThat(judge(KILL, Set.of("other"), job, pod).harmed()).as("no victim").hasSize(1);
  }

  @Test
  void takes_over_what_faults_of_the_whole_cluster_may_do_but_not_those_of_other_benches() {
    var cluster = Fault.of(Part.CONTROL, "killed", 1, bench -> Set.of())
        .failsOthers("DeadlineExceeded")
        .has(Effect.RESTARTS_OPERATOR);

    var amid = FAULT.amid(List.of(FAULT, KILL, cluster));

    assertThat(amid.ofOthers()).containsExactly("DeadlineExceeded");
    assertThat(amid.effects()).containsExactly(Effect.RESTARTS_OPERATOR);
    assertThat(amid.ofVictims()).containsExactly("PodGone");
  }

  @Test
  void the_table_shows_a_lost_and_a_harmed_target() {
    var table = new FaultTable();
    var lost = ended(JobPhase.FAILED, phase(RecordingPhase.FAILED, "UploadFailed"));
    table.add(FAULT, judge(FAULT, Set.of(), ended(JobPhase.SUCCEEDED, GOOD), UNHARMED));
    table.add(FAULT, judge(FAULT, Set.of(), lost, new Target("pod", JVM, Optional.of(JVM), false)));

    assertThat(table.complaints())
        .containsExactly(
            "fault: lost: job: pod failed with UploadFailed",
            "fault: harmed: pod: its work has stopped");
    assertThat(table.cells().get("fault"))
        .containsExactly(
            "2",
            "1 succeeded, 1 failed (UploadFailed 1)",
            "job: pod failed with UploadFailed",
            "pod: its work has stopped");
    assertThat(table.summary())
        .isEqualTo("faults: 1 faults injected 2 times: 1 targets succeeded, "
            + "1 failed, 1 lost, 1 harmed");
  }

  private static FaultJudge judge(Fault fault, Set<String> victims, Job job, Target pod) {
    return new FaultJudge(fault, new FaultEvidence(victims, List.of(job), List.of(pod), false));
  }

  private static Arguments lost(Job job, String words) {
    return Arguments.of(job, words);
  }

  private static Job ended(JobPhase phase, Recording... recordings) {
    return new Job("job", false, Optional.of(phase), List.of(recordings), 9, 9, List.of());
  }

  private static Recording phase(RecordingPhase phase, String reason) {
    return new Recording("pod", phase, reason, false, false, 1, false);
  }

  private static Target changed(Jvm after) {
    return new Target("pod", JVM, Optional.of(after), true);
  }
}
