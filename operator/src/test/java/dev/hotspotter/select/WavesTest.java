package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.FirstWave;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WavesTest {

  /** Targets on one node and on another, the job's parallelism, the node's limit, and the results. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 10, 10, 1, 1",
    "10, 0, 10, 10, 1, 10",
    "11, 0, 10, 10, 2, 10",
    "10, 0, 10, 3, 4, 3",
    "3, 3, 10, 3, 1, 3",
    "3, 9, 10, 3, 4, 3",
    "5, 5, 2, 3, 5, 2",
    "4, 4, 2, 1, 6, 1",
    "0, 0, 10, 10, 1, 0"
  })
  void parallelism_and_nodes_make_waves(
      int one, int other, int parallelism, int perNode, int waves, int most) {
    var targets = targets(one, other);
    var job = Jobs.job(parallelism, null);

    assertThat(Waves.number(job, targets, List.of(), perNode)).isEqualTo(waves);
    assertThat(Waves.mostOnOneNode(job, targets, perNode)).isEqualTo(most);
  }

  @ParameterizedTest
  @CsvSource({
    "false, 3, ONE_PER_IMAGE, 2",
    "true, 3, ONE_PER_IMAGE, 1",
    "false, 1, ONE_PER_IMAGE, 1",
    "false, 3, ALL, 1"
  })
  void the_first_of_a_new_image_is_a_wave_if_others_follow(
      boolean known, int ofImage, FirstWave first, int waves) {
    var job = Jobs.job();
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).firstWave(first).build());
    var image = new ImageStatus("sha256:9f86", "app:1", known, ofImage, 0, 0);

    assertThat(Waves.number(job, targets(3, 0), List.of(image), 10)).isEqualTo(waves);
  }

  private static List<RecordingStatus> targets(int one, int other) {
    return IntStream.range(0, one + other)
        .mapToObj(i -> RecordingStatusBuilder.builder(Targets.pending("pod-" + i))
            .node(i < one ? "one" : "other")
            .build())
        .toList();
  }
}
