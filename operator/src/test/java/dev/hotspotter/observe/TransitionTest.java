package dev.hotspotter.observe;

import static dev.hotspotter.api.RecordingPhase.COLLECTING;
import static dev.hotspotter.api.RecordingPhase.PENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.inject.InjectOutcome;
import dev.hotspotter.select.Refusal;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The machine in all combinations of what a pass may see: pod and sidecar, store, rendering, time and phase. */
class TransitionTest {

  private static final Instant INJECTED_AT = Jobs.START;
  private static final long DEADLINE = 100;

  private static final List<RecordingStatus> ENTRIES = List.of(
      Targets.pending("a"),
      waiting(Targets.pending("a"), PENDING, "TargetBusy"),
      waiting(Targets.pending("a"), PENDING, "JobSuspended"),
      waiting(Targets.pending("a"), PENDING, "InjectionRefused"),
      Targets.injected("a", INJECTED_AT),
      TargetEntry.recording(Targets.injected("a", INJECTED_AT), INJECTED_AT.toString()),
      Targets.collecting("a", INJECTED_AT),
      waiting(Targets.collecting("a", INJECTED_AT), COLLECTING, "UploadPending"),
      Targets.succeeded("a"),
      Targets.failed("a", "NoJvmFound", "there is none"));

  private static final List<SidecarState> SIDECARS = List.of(
      new SidecarState.PodGone(),
      new SidecarState.Absent(Optional.empty()),
      new SidecarState.Absent(Optional.of("shop/other")),
      new SidecarState.Starting(null, null),
      new SidecarState.Starting("ErrImagePull", "not found"),
      new SidecarState.Running(INJECTED_AT.toString()),
      new SidecarState.Recorded(
          report("Recorded", "Recorded", ",'recording':{'bytes':5,'sha256':'9f86'}")),
      new SidecarState.Stopped(report("Refused", "NoJvmFound", "")),
      new SidecarState.Stopped(
          report("Failed", "JvmExited", ",'recording':{'bytes':5,'sha256':'9f86'}")),
      new SidecarState.Lost(exit(0), Optional.empty()),
      new SidecarState.Lost(exit(137), Optional.empty()),
      new SidecarState.Lost(exit(137), Optional.of(exit(1))));

  private static final List<Optional<RenderOutcome>> RENDERED = List.of(
      Optional.empty(),
      Optional.of(new RenderOutcome.Rendered(5, "9f86", Map.of(Event.CPU, 100L))),
      Optional.of(new RenderOutcome.Rendered(9, "beef", Map.of(Event.CPU, 100L))),
      Optional.of(new RenderOutcome.Rendered(5, "9f86", Map.of(Event.CPU, 0L))),
      Optional.of(new RenderOutcome.Failed("no JFR")),
      Optional.of(new RenderOutcome.Postponed(WaitCause.ofStore("down"))));

  private static final List<Optional<Refusal>> REFUSALS =
      List.of(Optional.empty(), Optional.of(new Refusal("PodNotReady", "the pod is not ready")));

  /** From the start to the end of the grace, with each limit of the machine between two. */
  private static final List<Integer> SECONDS = List.of(5, 15, 65, 75, 99, 101, 300, 3600);

  /** A step from one phase to another. */
  private record Step(RecordingPhase from, RecordingPhase to) {
    Step(RecordingStatus before, RecordingStatus after) {
      this(before.phase(), after.phase());
    }

    boolean leadsOn() {
      return from != to;
    }
  }

  private static final Set<Step> TABLE = Transition.OF_TARGET.stream()
      .filter(row -> row.from() != null && row.to() != null)
      .map(row -> new Step(row.from(), row.to()))
      .collect(Collectors.toSet());

  @Test
  void the_machine_takes_all_steps_of_the_table_and_no_other() {
    var seen =
        views().map(view -> new Step(view.target(), new TargetMachine(view).step(view.target())));

    assertThat(seen.filter(Step::leadsOn).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(TABLE);
  }

  static Stream<InjectOutcome> injections() {
    return Stream.of(
        new InjectOutcome.Injected(INJECTED_AT),
        new InjectOutcome.Refused("InjectionRefused", "denied"),
        new InjectOutcome.Again(WaitCause.ofStore("down")),
        new InjectOutcome.PodChanged());
  }

  @ParameterizedTest
  @MethodSource("injections")
  void an_injection_takes_a_step_of_the_table(InjectOutcome outcome) {
    var step = new Step(Targets.pending("a"), TargetMachine.after(outcome, Targets.pending("a")));

    assertThat(TABLE.contains(step) || !step.leadsOn()).isTrue();
  }

  @Test
  void a_job_that_cannot_go_on_takes_a_step_of_the_table_with_each_target() {
    var seen = ENTRIES.stream()
        .map(entry -> new Step(entry, TargetMachine.abandoned(entry, "OperatorFailed", "odd")));

    assertThat(TABLE).containsAll(seen.filter(Step::leadsOn).toList());
  }

  @Test
  void after_the_grace_each_target_has_ended() {
    var late = views()
        .filter(seen ->
            seen.pass().isLate() && !seen.pass().now().isBefore(seen.pass().graceEnd()));

    assertThat(late)
        .allSatisfy(seen ->
            assertThat(new TargetMachine(seen).next().phase().isTerminal()).isTrue());
  }

  private static Stream<TargetView> views() {
    return ENTRIES.stream()
        .flatMap(entry -> SIDECARS.stream()
            .flatMap(sidecar -> REFUSALS.stream()
                .flatMap(refusal ->
                    passes(entry).map(pass -> new TargetView(pass, entry, sidecar, refusal)))));
  }

  private static Stream<Snapshot> passes(RecordingStatus entry) {
    return SECONDS.stream()
        .flatMap(seconds -> RENDERED.stream()
            .flatMap(rendered -> Stream.of(true, false)
                .flatMap(isStored -> Stream.of(Optional.<String>empty(), Optional.of("down"))
                    .filter(words -> !isStored || words.isEmpty())
                    .flatMap(words -> Stream.of(true, false)
                        .map(suspended ->
                            pass(suspended, entry, seconds, rendered, isStored, words))))));
  }

  private static Snapshot pass(
      boolean suspended,
      RecordingStatus entry,
      int seconds,
      Optional<RenderOutcome> rendered,
      boolean isStored,
      Optional<String> storeError) {
    var key = Snapshot.key(entry);
    var job = Jobs.job(1, DEADLINE);
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).suspend(suspended).build());
    return new Snapshot(
        Jobs.running(job, entry),
        Map.of(),
        isStored ? Set.of(key) : Set.of(),
        Set.of(),
        storeError,
        rendered.map(outcome -> Map.of(key, outcome)).orElse(Map.of()),
        Optional.empty(),
        Map.of(),
        Map.of(key, Jobs.START),
        Jobs.START,
        Jobs.START.plus(Duration.ofSeconds(seconds)));
  }

  private static RecordingStatus waiting(
      RecordingStatus entry, RecordingPhase phase, String reason) {
    return TargetEntry.waiting(entry, phase, new WaitCause(reason, "it waits"));
  }

  private static SidecarReport report(String outcome, String reason, String more) {
    var json = "{'version':1,'outcome':'%s','reason':'%s','message':'m'%s}"
        .formatted(outcome, reason, more);
    return SidecarReport.parse(json.replace('\'', '"')).orElseThrow();
  }

  private static ContainerStateTerminated exit(int code) {
    return new ContainerStateTerminatedBuilder()
        .withExitCode(code)
        .withReason("Error")
        .build();
  }
}
