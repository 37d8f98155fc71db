package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.PodFixtures;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerImageTest {

  @ParameterizedTest
  @CsvSource({
    "notifier:2, registry.example.com/notifier@sha256:9f86, sha256:9f86",
    "notifier:2, docker-pullable://notifier@sha256:9f86, sha256:9f86",
    "notifier:2, sha256:9f86, sha256:9f86",
    "notifier:2, '', notifier:2",
    "notifier:2, , notifier:2",
    ", sha256:9f86, sha256:9f86"
  })
  void the_digest_is_the_id_and_the_name_replaces_a_missing_one(
      String name, String imageID, String id) {
    assertThat(of(name, imageID)).contains(new ContainerImage(id, name == null ? id : name));
  }

  @Test
  void a_container_without_name_and_digest_has_no_image() {
    assertThat(of(null, null)).isEmpty();
    assertThat(ContainerImage.of(PodFixtures.running("a").build(), "other")).isEmpty();
  }

  private static Optional<ContainerImage> of(String name, String imageID) {
    var pod = PodFixtures.running("a")
        .editSpec()
        .editFirstContainer()
        .withImage(name)
        .endContainer()
        .endSpec()
        .editStatus()
        .editFirstContainerStatus()
        .withImageID(imageID)
        .endContainerStatus()
        .endStatus()
        .build();
    return ContainerImage.of(pod, "app");
  }
}
