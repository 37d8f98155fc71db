package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SidecarCapacityTest {

  @ParameterizedTest(name = "{0} there, {1} more, of {2}")
  @CsvSource({
    "0, 1, 1, true",
    "59, 1, 60, true",
    "60, 1, 60, false",
    "58, 3, 60, false",
    "57, 3, 60, true"
  })
  void there_is_room_for_as_many_as_are_allowed(int there, int more, int most, boolean fits) {
    assertThat(SidecarCapacity.shortage(carrying(there), more, most).isEmpty()).isEqualTo(fits);
  }

  @ParameterizedTest(name = "{0} of its own, {1} there, {2} more")
  @CsvSource({
    "1, 66, 1, true",
    "1, 67, 1, false",
    "1, 66, 2, false",
    "3, 64, 1, true",
    "3, 65, 1, false"
  })
  void reports_need_room_however_many_are_allowed(int own, int there, int more, boolean fits) {
    var pod = carrying(there)
        .edit()
        .editSpec()
        .addAllToInitContainers(Collections.nCopies(own - 1, new Container()))
        .endSpec()
        .build();

    var shortage = SidecarCapacity.shortage(pod, more, 250);

    assertThat(shortage.isEmpty()).isEqualTo(fits);
    assertThat(shortage.orElse("restart it")).endsWith("restart it");
  }

  private static Pod carrying(int containers) {
    var pod = PodFixtures.running("a");
    for (var i = 0; i < containers; i++) {
      pod.editSpec()
          .addNewEphemeralContainer()
          .withName("debugger-" + i)
          .endEphemeralContainer()
          .endSpec();
    }
    return pod.build();
  }
}
