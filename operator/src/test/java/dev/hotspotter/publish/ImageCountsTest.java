package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageCountsTest {

  private static final List<ImageStatus> IMAGES = List.of(
      new ImageStatus("one", "app:1", false, 9, 9, 9),
      new ImageStatus("other", "app:2", false, 9, 9, 9));

  @Test
  void each_image_has_the_numbers_of_its_own_targets() {
    assertThat(ImageCounts.of(
            IMAGES,
            List.of(
                of("one", Targets.succeeded("a")),
                of("one", Targets.failed("b", "JvmExited", "ended")),
                of("one", Targets.failed("c", "NoJvmFound", "none")),
                of("other", Targets.pending("d")),
                Targets.succeeded("e"))))
        .containsExactly(
            new ImageStatus("one", "app:1", false, 3, 1, 1),
            new ImageStatus("other", "app:2", false, 1, 0, 0));
  }

  @Test
  void a_target_that_succeeded_and_then_restarted_counts_twice() {
    var restarted = RecordingStatusBuilder.builder(of("one", Targets.succeeded("a")))
        .reason("JvmRestarted")
        .message("container app ended 3 s after its recording")
        .build();

    assertThat(ImageCounts.of(IMAGES, List.of(restarted)))
        .containsExactly(new ImageStatus("one", "app:1", false, 1, 1, 1));
  }

  @Test
  void an_image_without_targets_is_left_out_and_a_job_without_images_has_none() {
    assertThat(ImageCounts.of(IMAGES, List.of(Targets.succeeded("a")))).isEmpty();
    assertThat(ImageCounts.of(null, List.of(Targets.succeeded("a")))).isNull();
    assertThat(ImageCounts.withoutJvm(null, Set.of("one"))).isNull();
  }

  @Test
  void an_image_without_a_jvm_needs_no_first_wave() {
    assertThat(ImageCounts.withoutJvm(IMAGES, Set.of("other")))
        .extracting(ImageStatus::needsFirstWave)
        .containsExactly(true, false);
  }

  private static RecordingStatus of(String image, RecordingStatus target) {
    return RecordingStatusBuilder.builder(target).imageID(image).build();
  }
}
