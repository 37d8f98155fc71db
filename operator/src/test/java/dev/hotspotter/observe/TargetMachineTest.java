package dev.hotspotter.observe;

import static dev.hotspotter.api.RecordingPhase.COLLECTING;
import static dev.hotspotter.api.RecordingPhase.FAILED;
import static dev.hotspotter.api.RecordingPhase.INJECTED;
import static dev.hotspotter.api.RecordingPhase.PENDING;
import static dev.hotspotter.api.RecordingPhase.RECORDING;
import static dev.hotspotter.api.RecordingPhase.SUCCEEDED;
import static dev.hotspotter.testing.PodFixtures.running;
import static dev.hotspotter.testing.PodFixtures.terminated;
import static dev.hotspotter.testing.PodFixtures.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One target, pod a, injected at START unless a case says otherwise. Each case is a pass and the
 * resulting entry.
 */
class TargetMachineTest {

  private static final RenderOutcome RENDERED =
      new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, 5985L));

  private static final ContainerState REPORTED = ended("""
          {"version":1,"outcome":"Recorded","reason":"Recorded","message":"m","recording":
          {"bytes":182733,"sha256":"9f86","startTime":"2026-11-21T10:00:01Z","endTime":"2026-11-21T10:01:01Z"}}""");

  private static final RenderOutcome EMPTY =
      new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, 0L));
  private static final RenderOutcome UNREADABLE =
      new RenderOutcome.Failed("the recording of 5 bytes cannot be read as JFR");
  private static final RenderOutcome POSTPONED =
      new RenderOutcome.Postponed(WaitCause.ofStore("down"));

  private static final ContainerState EXITED = ended("""
          {"version":1,"outcome":"Failed","reason":"JvmExited","message":"the JVM ended","recording":
          {"bytes":182733,"sha256":"9f86","startTime":"2026-11-21T10:00:01Z","endTime":"2026-11-21T10:00:41Z"}}""");

  private static final ContainerState KILLED = new ContainerStateBuilder()
      .withNewTerminated()
      .withExitCode(137)
      .withReason("OOMKilled")
      .withStartedAt(Jobs.START.toString())
      .endTerminated()
      .build();

  static Stream<Arguments> passes() {
    return Stream.of(
        becomes(
            "a pending target with its pod waits for its turn",
            pending().pod(PodFixtures.running("a").build()),
            PENDING),
        becomes(
            "a pending target that has the sidecar already is adopted",
            pending().pod(PodFixtures.injected("a")),
            INJECTED),
        becomes(
            "someone else's ephemeral container is not taken for the sidecar",
            pending().pod(debugged()),
            PENDING),
        becomes(
            "someone else's ephemeral container does not speak for the sidecar",
            injected(5).pod(debuggedToo()),
            INJECTED),
        becomes("a sidecar of which the kubelet says nothing is injected", silent(5), INJECTED),
        becomes(
            "a sidecar that is being created is injected",
            seen(5, waiting("ContainerCreating", null)),
            INJECTED),
        becomes(
            "a failing image pull is given some time",
            seen(9, waiting("ErrImagePull", "not found")),
            INJECTED),
        becomes(
            "a forbidden start is given some time",
            seen(9, waiting("CreateContainerConfigError", "container has runAsNonRoot")),
            INJECTED),
        becomes(
            "a failing creation is given the time to start, as the container runtime may be away",
            seen(69, waiting("CreateContainerError", "connection refused")),
            INJECTED),
        becomes("a sidecar that runs records", seen(5, running(Jobs.START)), RECORDING),
        becomes(
            "a sidecar that runs may stop the profiler and upload",
            seen(69, running(Jobs.START)),
            RECORDING),
        becomes(
            "a sidecar that has not started may start until its window closes",
            silent(69),
            INJECTED),
        becomes(
            "a store that cannot be asked does not disturb a recording",
            seen(30, running(Jobs.START)).storeFails("down"),
            RECORDING),
        becomes(
            "an upload that the kubelet does not know of yet is collected",
            seen(61, running(Jobs.START)).uploaded("a"),
            COLLECTING),
        becomes(
            "an upload is collected even if the kubelet has not reported the start",
            silent(61).uploaded("a"),
            COLLECTING),
        becomes(
            "a rendered upload waits for the sidecar's confirmation",
            seen(61, running(Jobs.START)).uploaded("a").rendered("a", RENDERED),
            COLLECTING),
        becomes(
            "a reported upload is collected until it is rendered",
            seen(61, REPORTED).uploaded("a"),
            COLLECTING),
        becomes(
            "a rendered upload that the sidecar confirms has succeeded",
            seen(61, REPORTED).uploaded("a").rendered("a", RENDERED),
            SUCCEEDED),
        becomes(
            "an upload of a killed sidecar is collected",
            seen(61, KILLED).uploaded("a"),
            COLLECTING),
        becomes(
            "an upload of a killed sidecar counts once it is rendered",
            seen(61, KILLED).uploaded("a").rendered("a", RENDERED),
            SUCCEEDED),
        becomes("an upload of a deleted pod is collected", injected(61).uploaded("a"), COLLECTING),
        becomes(
            "an upload of a deleted pod counts once it is rendered",
            injected(61).uploaded("a").rendered("a", RENDERED),
            SUCCEEDED),
        becomes(
            "a rendered upload without a sample waits for a report that may say why",
            seen(61, running(Jobs.START)).uploaded("a").rendered("a", EMPTY),
            COLLECTING),
        becomes(
            "an upload that is no JFR waits for a report that may say why",
            seen(61, running(Jobs.START)).uploaded("a").rendered("a", UNREADABLE),
            COLLECTING),
        becomes(
            "what a JVM left that ended is collected", seen(61, EXITED).uploaded("a"), COLLECTING));
  }

  @ParameterizedTest
  @MethodSource("passes")
  void goes_on(Scene scene, RecordingPhase phase) {
    var next = scene.next();

    assertThat(next.phase()).isEqualTo(phase);
    assertThat(next.reason()).isNull();
    assertThat(next.message()).isNull();
  }

  static Stream<Arguments> waits() {
    return Stream.of(
        argumentSet(
            "a collected upload stays collected while the store cannot be asked",
            Scene.of(Targets.collecting("a", Jobs.START))
                .pod(PodFixtures.injected("a", running(Jobs.START)))
                .storeFails("down")),
        argumentSet(
            "a reported upload is not called missing while the store cannot be asked",
            seen(61, REPORTED).storeFails("down")),
        argumentSet(
            "a killed sidecar is not called lost while the store cannot be asked",
            seen(61, KILLED).storeFails("down")),
        argumentSet(
            "a deleted pod's recording is not called lost while the store cannot be asked",
            injected(61).storeFails("down")),
        argumentSet(
            "graphs that cannot be stored",
            seen(61, running(Jobs.START)).uploaded("a").rendered("a", POSTPONED)),
        argumentSet(
            "graphs that cannot be stored, confirmed",
            seen(61, REPORTED).uploaded("a").rendered("a", POSTPONED)),
        argumentSet(
            "graphs of a JVM that ended", seen(61, EXITED).uploaded("a").rendered("a", POSTPONED)));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void waits_in_the_stores_own_words(Scene scene) {
    var next = scene.next();

    assertThat(next.phase()).isEqualTo(COLLECTING);
    assertThat(next.reason()).isEqualTo("ObjectStoreUnavailable");
    assertThat(next.message()).isEqualTo("the object store failed: down");
  }

  static Stream<Arguments> ends() {
    return Stream.of(
        fails(
            "an image that cannot be pulled",
            seen(10, waiting("ImagePullBackOff", "Back-off pulling image \"x\"")),
            "ImagePullFailed",
            "ImagePullBackOff: Back-off pulling image \"x\""),
        fails(
            "an image that may not be pulled",
            seen(10, waiting("ErrImageNeverPull", "not present")),
            "ImagePullFailed",
            "not present"),
        fails(
            "an invalid image name",
            seen(10, waiting("InvalidImageName", "bad name")),
            "ImagePullFailed",
            "bad name"),
        fails(
            "a sidecar the kubelet may not start",
            seen(10, waiting("CreateContainerConfigError", "container has runAsNonRoot")),
            "SidecarNotStarted",
            "CreateContainerConfigError: container has runAsNonRoot"),
        fails(
            "a sidecar the kubelet could not create in all that time",
            seen(70, waiting("CreateContainerError", "no space")),
            "SidecarNotStarted",
            "CreateContainerError: no space"),
        fails(
            "a sidecar that the kubelet created and will not start again",
            seen(10, waiting("RunContainerError", "error reading from server: EOF")),
            "SidecarNotStarted",
            "RunContainerError: error reading from server: EOF"),
        fails(
            "a sidecar the kubelet never started",
            silent(70),
            "SidecarNotStarted",
            "within 70 s; look at kubectl describe pod a"),
        fails(
            "a sidecar that waits for ever",
            seen(70, waiting("ContainerCreating", null)),
            "SidecarNotStarted",
            "within 70 s"),
        fails(
            "a sidecar that runs for ever",
            seen(490, running(Jobs.START)),
            "SidecarLost",
            "kubectl logs a -c " + Jobs.SIDECAR),
        fails(
            "a refusal",
            seen(5, ended(report("Refused", "NoJvmFound", "there is none"))),
            "NoJvmFound",
            "there is none"),
        fails(
            "a failure",
            seen(5, ended(report("Failed", "AttachFailed", "it hangs"))),
            "AttachFailed",
            "it hangs"),
        fails(
            "a sidecar that has ended well, whose report is cut before the checksum: what is stored may be anybody's",
            seen(
                    61,
                    ended("{\"version\":1,\"outcome\":\"Recorded\",\"reason\":\"Recorded\","
                        + "\"recording\":{\"sha256\":\"9f"))
                .uploaded("a")
                .rendered("a", RENDERED),
            "SidecarLost",
            "so nothing confirms its recording; if the pod has so many"),
        fails(
            "a JVM that ended, whose part nothing confirms, because the report is cut before the checksum",
            seen(
                    61,
                    ended("{\"version\":1,\"outcome\":\"Failed\",\"reason\":\"JvmExited\","
                        + "\"recording\":{\"truncated\":true,\"sha256\":\"9f"))
                .uploaded("a")
                .rendered("a", RENDERED),
            "JvmExited",
            "the kubelet has cut the sidecar's report"),
        fails("a killed sidecar", seen(5, KILLED), "SidecarLost", "OOMKilled, exit code 137"),
        fails(
            "a sidecar that could not be executed",
            seen(5, terminated(128, "StartError", "exec format error")),
            "SidecarLost",
            "StartError"),
        fails(
            "a JVM whose end took the sidecar with it",
            Scene.of(Targets.injected("a", Jobs.START))
                .pod(PodFixtures.injected("a", KILLED)
                    .edit()
                    .editStatus()
                    .editFirstContainerStatus()
                    .withLastState(endedAt(Jobs.START.plusSeconds(3)))
                    .endContainerStatus()
                    .endStatus()
                    .build())
                .after(Duration.ofSeconds(5)),
            "JvmExited",
            "container app ended during its recording (Error, exit code 1)"),
        fails(
            "a container that completed",
            lost(PodFixtures.injected("a", KILLED).edit(), 0),
            "ContainerStopped",
            "profile a container that runs longer than the recording"),
        fails(
            "a container whose pod is being deleted",
            lost(beingDeleted(KILLED), 143),
            "ContainerStopped",
            "create a new ProfileJob when a new pod is ready"),
        fails(
            "a JVM that ended with its pod, in the sidecar's words",
            Scene.of(Targets.injected("a", Jobs.START))
                .pod(beingDeleted(EXITED).build())
                .after(Duration.ofSeconds(61)),
            "ContainerStopped",
            "the JVM ended"),
        fails(
            "a sidecar that was killed in a container that had been restarted before",
            Scene.of(Targets.injected("a", Jobs.START))
                .pod(PodFixtures.injected("a", KILLED)
                    .edit()
                    .editStatus()
                    .editFirstContainerStatus()
                    .withLastState(endedAt(Jobs.START.minusSeconds(3)))
                    .endContainerStatus()
                    .endStatus()
                    .build())
                .after(Duration.ofSeconds(5)),
            "SidecarLost",
            "OOMKilled"),
        fails("a deleted pod", injected(5), "PodGone", "create a new ProfileJob"),
        fails(
            "a pod that ended before its turn",
            pending()
                .pod(PodFixtures.running("a")
                    .editStatus()
                    .withPhase("Succeeded")
                    .endStatus()
                    .build()),
            "PodNotRunning",
            "is not running or is being deleted"),
        fails(
            "a container that ended before its turn",
            pending()
                .pod(PodFixtures.running("a")
                    .editStatus()
                    .editFirstContainerStatus()
                    .withState(KILLED)
                    .endContainerStatus()
                    .endStatus()
                    .build()),
            "PodNotRunning",
            "container app is not running"),
        fails(
            "a pod on its way out before its turn",
            pending()
                .pod(PodFixtures.running("a")
                    .editMetadata()
                    .withDeletionTimestamp("2026-11-21T09:59:58Z")
                    .endMetadata()
                    .build()),
            "PodNotRunning",
            "is not running or is being deleted"),
        fails("a pod deleted before its turn", pending(), "PodGone", "create a new ProfileJob"),
        fails(
            "a pod deleted before its turn, whatever the store says",
            pending().storeFails("down"),
            "PodGone",
            "deleted"),
        fails(
            "a reported upload that is not there",
            seen(61, REPORTED),
            "RecordingMissing",
            "uploaded 182733 bytes"),
        fails(
            "another size than reported",
            seen(61, REPORTED)
                .uploaded("a")
                .rendered("a", new RenderOutcome.Rendered(9, "9f86", Map.of(Event.CPU, 1L))),
            "ChecksumMismatch",
            "has 9 bytes with sha256 9f86, but the sidecar uploaded 182733 bytes"),
        fails(
            "another hash than reported",
            seen(61, REPORTED)
                .uploaded("a")
                .rendered("a", new RenderOutcome.Rendered(182733, "beef", Map.of(Event.CPU, 1L))),
            "ChecksumMismatch",
            "sha256 beef"),
        fails(
            "a recording without a sample",
            seen(61, REPORTED)
                .uploaded("a")
                .rendered("a", new RenderOutcome.Rendered(182733, "9f86", Map.of(Event.CPU, 0L))),
            "NoSamples",
            "no samples of cpu: the JVM was idle"),
        fails(
            "a recording that is no JFR",
            seen(61, REPORTED).uploaded("a").rendered("a", UNREADABLE),
            "RenderFailed",
            "cannot be read"),
        fails(
            "a JVM that ended and whose recording was not uploaded",
            seen(61, EXITED),
            "JvmExited",
            "the JVM ended"),
        fails(
            "a JVM that ended and left what is no JFR",
            seen(61, EXITED).uploaded("a").rendered("a", UNREADABLE),
            "RenderFailed",
            "the JVM ended; also, the recording of 5 bytes cannot be read"),
        fails(
            "a JVM that ended and left no sample",
            seen(61, EXITED).uploaded("a").rendered("a", EMPTY),
            "JvmExited",
            "the JVM ended; the stored part has no readable samples"));
  }

  /** The pod's container has ended with its sidecar. */
  private static Scene lost(PodBuilder pod, int exitCode) {
    return Scene.of(Targets.injected("a", Jobs.START))
        .pod(pod.editStatus()
            .editFirstContainerStatus()
            .withLastState(endedAt(Jobs.START.plusSeconds(3), exitCode))
            .endContainerStatus()
            .endStatus()
            .build())
        .after(Duration.ofSeconds(5));
  }

  private static PodBuilder beingDeleted(ContainerState sidecar) {
    return PodFixtures.injected("a", sidecar)
        .edit()
        .editMetadata()
        .withDeletionTimestamp(Jobs.START.toString())
        .endMetadata();
  }

  @Test
  void a_killed_sidecar_waits_for_the_end_of_its_jvm() {
    var killed = new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(137)
        .withReason("Error")
        .endTerminated()
        .build();
    var sight = Duration.ofSeconds(12);

    assertThat(seen(16, killed).sighted("a", sight).next().phase().isTerminal()).isFalse();
    assertThat(seen(17, killed).sighted("a", sight).next().reason()).isEqualTo("SidecarLost");
  }

  private static ContainerState endedAt(Instant time) {
    return endedAt(time, 1);
  }

  private static ContainerState endedAt(Instant time, int exitCode) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason("Error")
        .withFinishedAt(time.toString())
        .endTerminated()
        .build();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void fails(Scene scene, String reason, String words) {
    var next = scene.next();

    assertThat(next.phase()).isEqualTo(FAILED);
    assertThat(next.reason()).isEqualTo(reason);
    assertThat(next.message()).contains(words);
  }

  @Test
  void an_adopted_sidecar_was_injected_when_it_was_found_and_is_not_injected_again() {
    var plan =
        pending().pod(PodFixtures.injected("a")).after(Duration.ofSeconds(3)).plan();

    assertThat(plan.recordings()).containsExactly(Targets.injected("a", Jobs.START.plusSeconds(3)));
    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void an_adopted_sidecar_that_has_already_ended_is_taken_at_its_word() {
    var next = pending()
        .pod(PodFixtures.injected("a", REPORTED))
        .uploaded("a")
        .rendered("a", RENDERED)
        .next();

    assertThat(next.phase()).isEqualTo(SUCCEEDED);
    assertThat(next.injectionTime()).isEqualTo("2026-11-21T10:00:00Z");
  }

  @Test
  void a_running_sidecar_started_when_the_kubelet_says() {
    assertThat(seen(5, running(Jobs.START.plusSeconds(2))).next().startTime())
        .isEqualTo("2026-11-21T10:00:02Z");
  }

  @Test
  void a_success_holds_what_the_sidecar_reported() {
    var next = seen(61, REPORTED).uploaded("a").rendered("a", RENDERED).next();

    assertThat(next.startTime()).isEqualTo("2026-11-21T10:00:01Z");
    assertThat(next.endTime()).isEqualTo("2026-11-21T10:01:01Z");
    assertThat(next.bytes()).isEqualTo(182733);
    assertThat(next.sha256()).isEqualTo("9f86");
  }

  @Test
  void a_failed_target_keeps_who_it_was_and_when_it_was_injected() {
    var next = seen(5, KILLED).next();

    assertThat(next)
        .usingRecursiveComparison()
        .ignoringFields("phase", "reason", "message")
        .isEqualTo(Targets.injected("a", Jobs.START));
  }

  @Test
  void a_jvm_that_ended_leaves_the_part_of_its_recording_that_was_uploaded() {
    var next = seen(61, EXITED).uploaded("a").rendered("a", RENDERED).next();

    assertThat(next.phase()).isEqualTo(FAILED);
    assertThat(next.reason()).isEqualTo("JvmExited");
    assertThat(next.message()).isEqualTo("the JVM ended; the stored part is rendered");
    assertThat(next.bytes()).isEqualTo(182733);
    assertThat(next.sha256()).isEqualTo("9f86");
    assertThat(next.endTime()).isEqualTo("2026-11-21T10:00:41Z");
  }

  @Test
  void a_jvm_that_ended_and_whose_recording_was_not_uploaded_leaves_nothing() {
    assertThat(seen(61, EXITED).next().bytes()).isNull();
  }

  @Test
  void a_recording_that_is_no_jfr_and_never_confirmed_fails_as_such_at_the_deadline() {
    var next = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .rendered("a", UNREADABLE)
        .after(Duration.ofSeconds(31))
        .next();

    assertThat(next.reason()).isEqualTo("RenderFailed");
  }

  static Stream<RecordingStatus> terminal() {
    return Stream.of(Targets.succeeded("a"), Targets.failed("a", "NoJvmFound", "there is none"));
  }

  @ParameterizedTest
  @MethodSource("terminal")
  void a_terminal_entry_never_changes(RecordingStatus entry) {
    var anHour = Duration.ofHours(1);

    assertThat(Scene.of(entry).after(anHour).next()).isEqualTo(entry);
    assertThat(Scene.of(entry).after(anHour).storeFails("down").next()).isEqualTo(entry);
    assertThat(Scene.of(entry)
            .pod(PodFixtures.injected("a", REPORTED))
            .uploaded("a")
            .next())
        .isEqualTo(entry);
  }

  @Test
  void a_target_that_is_not_done_at_the_deadline_fails() {
    var next = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .after(Duration.ofSeconds(31))
        .next();

    assertThat(next.phase()).isEqualTo(FAILED);
    assertThat(next.reason()).isEqualTo("DeadlineExceeded");
    assertThat(next.message()).contains("still Recording").contains("activeDeadlineSeconds");
  }

  @Test
  void a_recording_that_is_stored_by_the_deadline_has_two_minutes_more_to_be_rendered() {
    var stored = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a");

    assertThat(stored.after(Duration.ofSeconds(31)).next().phase()).isEqualTo(COLLECTING);
    assertThat(stored.after(Duration.ofSeconds(151)).next().reason()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void a_recording_that_is_rendered_but_never_confirmed_succeeds_at_the_deadline() {
    var next = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .uploaded("a")
        .rendered("a", new RenderOutcome.Rendered(5, "ab", Map.of(Event.CPU, 100L)))
        .after(Duration.ofSeconds(31))
        .next();

    assertThat(next.phase()).isEqualTo(SUCCEEDED);
    assertThat(next.sha256()).isEqualTo("ab");
  }

  @Test
  void
      a_recording_that_is_over_while_the_store_is_away_waits_with_its_sidecar_and_says_until_when() {
    var scene = seen(59, running(Jobs.START)).storeFails("connection refused");
    assertThat(scene.next().phase()).as("before its end").isEqualTo(RECORDING);

    var waits = scene.after(Duration.ofSeconds(66)).next();

    assertThat(waits.phase()).isEqualTo(COLLECTING);
    assertThat(waits.reason()).isEqualTo("ObjectStoreUnavailable");
    assertThat(waits.message())
        .isEqualTo("the recording is over and waits for the object store: connection refused;"
            + " the sidecar keeps trying until 2026-11-21T10:07:00Z");
    assertThat(scene.after(Duration.ofSeconds(300)).next()).as("nothing new").isEqualTo(waits);
    var back = Scene.of(deadline(3600), waits)
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .after(Duration.ofSeconds(70));
    assertThat(back.next().reason())
        .as("the store is back, and the sidecar has not tried again yet")
        .isEqualTo("UploadPending");
    assertThat(back.uploaded("a").next().reason()).isNull();
  }

  @Test
  void an_upload_that_does_not_come_although_the_store_is_there_is_said_after_fifteen_seconds() {
    assertThat(seen(74, running(Jobs.START)).next().phase()).isEqualTo(RECORDING);

    var waits = seen(75, running(Jobs.START)).next();

    assertThat(seen(489, running(Jobs.START)).next())
        .as("until the end of the sidecar's life")
        .isEqualTo(waits);
    assertThat(waits.phase()).isEqualTo(COLLECTING);
    assertThat(waits.reason()).isEqualTo("UploadPending");
    assertThat(waits.message()).contains("until 2026-11-21T10:07:00Z", "network policies");
  }

  @Test
  void a_part_that_an_ended_jvm_has_left_is_not_given_up_while_the_store_cannot_be_asked() {
    var waits = seen(61, EXITED).storeFails("down").next();

    assertThat(waits.phase()).isEqualTo(COLLECTING);
    assertThat(waits.message()).isEqualTo("the object store failed: down");
  }

  @Test
  void a_deadline_that_the_object_store_is_to_blame_for_says_so_in_its_words() {
    var uploaded = Scene.of(deadline(90), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", REPORTED))
        .storeFails("connection refused");

    assertThat(uploaded.after(Duration.ofSeconds(209)).next().phase()).isEqualTo(COLLECTING);
    var late = uploaded.after(Duration.ofSeconds(210)).next();
    assertThat(late.reason()).isEqualTo("ObjectStoreUnavailable");
    assertThat(late.message()).contains("connection refused");
  }

  @Test
  void
      a_target_whose_upload_nobody_has_seen_fails_at_the_deadline_even_if_the_store_cannot_be_asked() {
    var next = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .storeFails("connection refused")
        .after(Duration.ofSeconds(31))
        .next();

    assertThat(next.reason()).isEqualTo("ObjectStoreUnavailable");
  }

  @Test
  void the_deadline_itself_is_still_in_time() {
    var next = Scene.of(deadline(30), Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .after(Duration.ofSeconds(30))
        .next();

    assertThat(next.phase()).isEqualTo(RECORDING);
  }

  private static Arguments becomes(String name, Scene scene, RecordingPhase phase) {
    return argumentSet(name, scene, phase);
  }

  @ParameterizedTest
  @CsvSource({
    "no JVM runs here., no JVM runs here",
    "no JVM runs here, no JVM runs here",
    "and so on..., and so on..."
  })
  void a_message_ends_without_a_full_stop_as_more_is_put_behind_it(
      String sidecars, String message) {
    assertThat(seen(5, ended(report("Refused", "NoJvmFound", sidecars))).next().message())
        .isEqualTo(message);
  }

  private static Arguments fails(String name, Scene scene, String reason, String words) {
    return argumentSet(name, scene, reason, words);
  }

  private static Scene pending() {
    return Scene.of(Targets.pending("a"));
  }

  /** The given seconds after the injection, without a pod. */
  private static Scene injected(int seconds) {
    return Scene.of(deadline(3600), Targets.injected("a", Jobs.START))
        .after(Duration.ofSeconds(seconds));
  }

  private static Scene silent(int seconds) {
    return injected(seconds).pod(PodFixtures.injected("a"));
  }

  private static Scene seen(int seconds, ContainerState state) {
    return injected(seconds).pod(PodFixtures.injected("a", state));
  }

  private static Pod debugged() {
    return PodFixtures.running("a")
        .editSpec()
        .addNewEphemeralContainer()
        .withName("debugger")
        .endEphemeralContainer()
        .endSpec()
        .build();
  }

  private static Pod debuggedToo() {
    return PodFixtures.injected("a")
        .edit()
        .editStatus()
        .addNewEphemeralContainerStatus()
        .withName("debugger")
        .withState(KILLED)
        .endEphemeralContainerStatus()
        .endStatus()
        .build();
  }

  private static ContainerState ended(String report) {
    return terminated(0, "Completed", report);
  }

  private static String report(String outcome, String reason, String message) {
    return "{\"version\":1,\"outcome\":\"%s\",\"reason\":\"%s\",\"message\":\"%s\"}"
        .formatted(outcome, reason, message);
  }

  private static ProfileJob deadline(long seconds) {
    return Jobs.job(10, seconds);
  }
}
