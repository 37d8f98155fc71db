package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.FrameCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameCountingTest {

  @TempDir Path folder;

  @Test
  void each_sample_counts_for_one_application_frame_or_for_its_innermost_one_elsewhere() throws Exception {
    var counts = count(Event.CPU, "shop.A.a_[j];java.util.List.of_[j];memcpy 7\nstart_thread;G1Mark 3\n", "shop.A.a_[0] 5\n");

    assertThat(counts)
        .isEqualTo(
            new FrameCounts(
                15, 15, Map.of("memcpy", 7L, "G1Mark", 3L, "shop.A.a", 5L), Map.of("shop.A.a", 12L), Map.of("G1Mark", 3L)));
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LOCK"})
  void a_line_of_bytes_or_nanoseconds_is_one_observation_of_its_weight(Event event) throws Exception {
    var counts = count(event, "shop.A.a_[j];byte[]_[i] 1000000\nshop.B.b_[j];byte[]_[i] 1000000\n", "shop.A.a_[j];byte[]_[i] 1000000\n");

    assertThat(counts.samples()).isEqualTo(3_000_000);
    assertThat(counts.observations()).isCloseTo(3, within(1e-9));
    assertThat(count(event, "shop.A.a_[j];byte[]_[i] 9000000\nshop.B.b_[j];byte[]_[i] 1\n").observations()).isCloseTo(1, within(1e-3));
    assertThat(count(event, "").observations()).isZero();
  }

  private FrameCounts count(Event event, String... stacks) throws Exception {
    var files = new ArrayList<Path>();
    for (var text : stacks) {
      files.add(Files.writeString(Files.createTempFile(folder, "stacks", ".collapsed"), text));
    }
    return FrameCounting.of(files, event, new ApplicationCode(Set.of(), Set.of()));
  }
}
