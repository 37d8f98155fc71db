package dev.hotspotter.observe;

import static dev.hotspotter.api.RecordingPhase.FAILED;
import static dev.hotspotter.api.RecordingPhase.SUCCEEDED;
import static dev.hotspotter.testing.PodFixtures.terminated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.plan.Action;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A target whose recording of cpu and lock is rendered and confirmed; the cases differ in their
 * samples and diagnostics.
 */
class RemarkTest {

  private static final String THERE = "'diagnostics':{'bytes':5},";

  static Stream<Arguments> ends() {
    return Stream.of(
        argumentSet("nothing is missing", 7, 9, "", SUCCEEDED, null, null, null),
        argumentSet("the diagnostics are there", 7, 9, THERE, SUCCEEDED, null, null, 5L),
        argumentSet(
            "there are no diagnostics",
            7,
            9,
            "'diagnostics':{'bytes':0,'message':'they failed.'},",
            SUCCEEDED,
            "DiagnosticsIncomplete",
            "no diagnostics: they failed",
            null),
        argumentSet(
            "an event after the first is empty",
            7,
            0,
            "'diagnostics':{'bytes':5,'message':'vmFlags: x'},",
            SUCCEEDED,
            "NoSamples",
            "to see shorter waits; there are samples of cpu; not all diagnostics: vmFlags: x",
            5L),
        argumentSet(
            "the first event is empty",
            0,
            9,
            THERE,
            FAILED,
            "NoSamples",
            "choose itimer; there are samples of lock",
            5L),
        argumentSet(
            "all events are empty", 0, 0, "", FAILED, "NoSamples", "to see shorter waits", null));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void the_end_says_what_is_missing_and_the_recording_stays(
      int cpu,
      int lock,
      String diagnostics,
      RecordingPhase phase,
      String reason,
      String words,
      Long bytes) {
    var next = scene(cpu, lock, diagnostics).next();

    assertThat(next.phase()).isEqualTo(phase);
    assertThat(next.reason()).isEqualTo(reason);
    assertThat(next.bytes()).isEqualTo(182733);
    assertThat(next.diagnosticsBytes()).isEqualTo(bytes);
    assertThat(String.valueOf(next.message())).endsWith(String.valueOf(words));
  }

  static Stream<Arguments> inlined() {
    return Stream.of(
        argumentSet(
            "half of them",
            500,
            null,
            "inlined frames of 50.0 % of the cpu samples were wrong and are left out, and others may be wrong;"
                + " start the JVM with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints"),
        argumentSet(
            "the JVM does not have the option",
            11,
            false,
            "inlined frames of 1.1 % of the cpu samples were wrong and are left out,"
                + " and others may be wrong;"
                + " start the JVM with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints"),
        argumentSet("the JVM has it already", 500, true, null),
        argumentSet("a handful", 10, false, null));
  }

  @ParameterizedTest
  @MethodSource("inlined")
  void inlined_frames_that_were_wrong_are_a_remark_where_the_jvm_can_be_started_otherwise(
      int impossible, Boolean option, String words) {
    var jvm = option == null
        ? ""
        : "'jvm':{'pid':1,'vm':'HotSpot','debugNonSafepoints':%s},".formatted(option);
    var cpu = InlinedCode.of(1_000, 200, impossible, List.of());
    var rendered = new RenderOutcome.Rendered(
        182733, "9f86", Map.of(Event.CPU, 1_000L, Event.LOCK, 9L), Map.of(), Map.of("cpu", cpu));

    var next = reported(jvm).rendered("a", rendered).next();

    assertThat(next.phase()).isEqualTo(SUCCEEDED);
    assertThat(next.reason()).isEqualTo(words == null ? null : "InlinedFramesMisplaced");
    assertThat(next.message()).isEqualTo(words);
    assertThat(next.debugNonSafepoints()).isEqualTo(option);
  }

  @Test
  void what_the_recording_itself_took_is_a_remark() {
    var rendered = new RenderOutcome.Rendered(
        182733,
        "9f86",
        Map.of(Event.CPU, 910L, Event.LOCK, 9L),
        Map.of(Event.CPU, Map.of("CpuEngine::signalHandler", 90L)),
        Map.of());

    var next = Scene.of(job(), Targets.injected("a", Jobs.START))
        .uploaded("a")
        .rendered("a", rendered)
        .after(Duration.ofHours(1))
        .next();

    assertThat(next.phase()).isEqualTo(SUCCEEDED);
    assertThat(next.reason()).isEqualTo("ProfilerOverhead");
    assertThat(next.message())
        .isEqualTo(
            "the recording itself took 9 % of the CPU time; take samples of cpu less often, with an"
                + " interval above 10ms");
  }

  /** The kubelet has cut the report behind the checksum. */
  @Test
  void diagnostics_that_nobody_reports_are_a_remark_if_they_were_requested() {
    var recording = RecordingBuilder.builder(Jobs.recording(Event.CPU))
        .diagnostics(List.of(Diagnostic.THREAD_DUMP))
        .build();
    var cut =
        "{'version':1,'outcome':'Recorded','reason':'Recorded','recording':{'sha256':'9f86','startTime':'20";
    var pod = PodFixtures.injected("a", terminated(0, "Completed", cut.replace('\'', '"')));

    var asked = ended(Jobs.job(null, recording, 10, null), pod);
    var unasked = ended(job(), pod);

    assertThat(asked.phase()).isEqualTo(SUCCEEDED);
    assertThat(asked.reason()).isEqualTo("DiagnosticsIncomplete");
    assertThat(asked.message())
        .isEqualTo("the missing diagnostics are unknown: the kubelet has cut the sidecar's report,"
            + " because the pod has many containers;"
            + " read the sidecar's log, and look for them in the object store");
    assertThat(unasked.phase()).isEqualTo(SUCCEEDED);
    assertThat(unasked.message()).isNull();
  }

  private static RecordingStatus ended(ProfileJob job, Pod pod) {
    return Scene.of(job, Targets.injected("a", Jobs.START))
        .pod(pod)
        .uploaded("a")
        .rendered("a", rendered(7, 9))
        .after(Duration.ofSeconds(61))
        .next();
  }

  @Test
  void an_early_end_is_a_remark_in_the_sidecars_words() {
    var next = reported("", ",'truncated':true").rendered("a", rendered(7, 9)).next();

    assertThat(next.phase()).isEqualTo(SUCCEEDED);
    assertThat(next.reason()).isEqualTo("RecordingTruncated");
    assertThat(next.message()).isEqualTo("m");
  }

  @Test
  void only_what_has_samples_of_the_first_event_is_merged() {
    assertThat(scene(7, 0, "").plan().actions()).singleElement().isInstanceOf(Action.Merge.class);
    assertThat(scene(0, 9, "").plan().actions()).isEmpty();
  }

  /** Nobody confirms what a node leaves that died, but it is judged alike. */
  @Test
  void a_recording_that_is_never_confirmed_is_a_failure_too_if_its_first_event_is_empty() {
    var next = Scene.of(job(), Targets.injected("a", Jobs.START))
        .uploaded("a")
        .rendered("a", rendered(0, 9))
        .after(Duration.ofHours(1))
        .next();

    assertThat(next.phase()).isEqualTo(FAILED);
    assertThat(next.reason()).isEqualTo("NoSamples");
  }

  @Test
  void the_job_says_each_remark_once() {
    var recordings = Stream.of("a", "b", "c")
        .map(pod ->
            TargetEntry.remarked(Targets.succeeded(pod), "NoSamples", "no samples of lock: none"))
        .toList();
    var job = Jobs.running(job(), recordings.toArray(RecordingStatus[]::new));
    var merged = new MergeOutcome.Merged(
        Set.of("a/app", "b/app", "c/app"), Hottest.of("x", 1), Optional.empty());

    var status = new StatusDraft("http://localhost", job, Jobs.START)
        .running(recordings, Optional.of(merged));

    assertThat(Conditions.of(status, "Complete").message())
        .isEqualTo("3 of 3 targets recorded; a and 2 more: no samples of lock: none");
  }

  private static Scene scene(int cpu, int lock, String diagnostics) {
    return reported(diagnostics).rendered("a", rendered(cpu, lock));
  }

  private static Scene reported(String fields) {
    return reported(fields, "");
  }

  private static Scene reported(String fields, String more) {
    var report = """
        {'version':1,'outcome':'Recorded','reason':'Recorded','recording':{'bytes':182733,'sha256':'9f86',
        'startTime':'2026-11-21T10:00:01Z','endTime':'2026-11-21T10:01:01Z'%s},
        %s'message':'m'}""".formatted(more, fields).replace('\'', '"');
    return Scene.of(job(), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", terminated(0, "Completed", report)))
        .uploaded("a")
        .after(Duration.ofSeconds(61));
  }

  private static ProfileJob job() {
    return Jobs.job(Event.CPU, Event.LOCK);
  }

  private static RenderOutcome rendered(long cpu, long lock) {
    return new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, cpu, Event.LOCK, lock));
  }
}
