package dev.hotspotter.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.FirstWave;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FirstWavesTest {

  private static final RecordingStatus WAITS = of("new", Targets.pending("b"));

  static Stream<Arguments> firsts() {
    return Stream.of(
        argumentSet("waits, too", Targets.pending("a"), false),
        argumentSet("has its sidecar", Targets.injected("a", Jobs.START), true),
        argumentSet("records", phase(RecordingPhase.RECORDING), true),
        argumentSet("uploads", phase(RecordingPhase.COLLECTING), true),
        argumentSet("has succeeded", Targets.succeeded("a"), false),
        argumentSet("has failed", Targets.failed("a", "AttachFailed", "no"), false));
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void a_target_waits_while_another_of_its_image_is_the_first_to_record(
      RecordingStatus other, boolean waits) {
    var first = of("new", other);

    assertThat(new FirstWaves(job(false, first, WAITS), List.of(first, WAITS))
            .obstacle(WAITS)
            .isPresent())
        .isEqualTo(waits);
    assertThat(new FirstWaves(job(true, first, WAITS), List.of(first, WAITS)).obstacle(WAITS))
        .as("recorded by an earlier job")
        .isEmpty();
  }

  @Test
  void the_first_that_starts_holds_back_the_next_of_its_image_only() {
    var first = of("new", Targets.pending("a"));
    var other = of("other", Targets.pending("c"));
    var waves = new FirstWaves(job(false, first, WAITS), List.of(first, WAITS, other));

    assertThat(waves.obstacle(first)).isEmpty();
    waves.start(first);

    assertThat(waves.obstacle(WAITS)).hasValueSatisfying(cause -> {
      assertThat(cause.reason()).isEqualTo("FirstWaveRecords");
      assertThat(cause.message()).startsWith("pod a records first");
    });
    assertThat(waves.obstacle(other)).isEmpty();
  }

  @Test
  void a_recording_that_is_stored_but_useless_shows_that_the_jvm_survives_it() {
    var useless = RecordingStatusBuilder.builder(
            of("new", Targets.failed("a", "NoSamples", "none")))
        .bytes(4096L)
        .build();
    var recording = of("new", Targets.injected("c", Jobs.START));

    assertThat(
            new FirstWaves(job(false, useless), List.of(useless, recording, WAITS)).obstacle(WAITS))
        .isEmpty();
  }

  @Test
  void all_start_if_the_job_says_so_and_targets_without_an_image_always_do() {
    var first = of("new", Targets.injected("a", Jobs.START));
    var job = job(false, first, WAITS);
    job.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).firstWave(FirstWave.ALL).build());

    assertThat(new FirstWaves(job, List.of(first, WAITS)).obstacle(WAITS)).isEmpty();
    assertThat(new FirstWaves(job(false, first), List.of(first, Targets.injected("c", Jobs.START)))
            .obstacle(Targets.pending("d")))
        .isEmpty();
  }

  private static RecordingStatus phase(RecordingPhase phase) {
    return RecordingStatusBuilder.builder(Targets.injected("a", Jobs.START))
        .phase(phase)
        .build();
  }

  private static RecordingStatus of(String image, RecordingStatus target) {
    return RecordingStatusBuilder.builder(target).imageID(image).build();
  }

  private static ProfileJob job(boolean known, RecordingStatus... targets) {
    var job = Jobs.running(Jobs.job(), targets);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .images(List.of(new ImageStatus("new", "app:1", known, targets.length, 0, 0)))
        .build());
    return job;
  }
}
