package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameCountingTest {

  @TempDir
  Path folder;

  @Test
  void each_sample_counts_for_one_application_frame_or_for_its_innermost_one_elsewhere()
      throws Exception {
    var counts = count(
        Event.CPU,
        "shop.A.a_[j];java.util.List.of_[j];memcpy 7\nstart_thread;G1Mark 3\n",
        "shop.A.a_[0] 5\n");

    assertThat(counts)
        .isEqualTo(new FrameCounts(
            15,
            15,
            Map.of("memcpy", 7L, "G1Mark", 3L, "shop.A.a", 5L),
            Map.of("shop.A.a", 12L),
            Map.of("G1Mark", 3L)));
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LOCK"})
  void a_line_of_bytes_or_nanoseconds_is_one_observation_of_its_weight(Event event)
      throws Exception {
    var counts = count(
        event,
        "shop.A.a_[j];byte[]_[i] 1000000\nshop.B.b_[j];byte[]_[i] 1000000\n",
        "shop.A.a_[j];byte[]_[i] 1000000\n");

    assertThat(counts.samples()).isEqualTo(3_000_000);
    assertThat(counts.observations()).isCloseTo(3, within(1e-9));
    assertThat(count(event, "shop.A.a_[j];byte[]_[i] 9000000\nshop.B.b_[j];byte[]_[i] 1\n")
            .observations())
        .isCloseTo(1, within(1e-3));
    assertThat(count(event, "").observations()).isZero();
  }

  @Test
  void samples_of_a_burst_are_as_few_observations_as_their_file_says() throws Exception {
    assertThat(
            count(Event.CPU, "#samples-per-observation:20.00\nshop.A.a_[j] 600\nshop.B.b_[j] 400\n")
                .observations())
        .as("twice as many, as those that compare take two for one")
        .isCloseTo(100, within(1e-9));
    assertThat(count(Event.CPU, "#samples-per-observation:1.30\nshop.A.a_[j] 600\n")
            .observations())
        .as("never more than samples")
        .isEqualTo(600);
    assertThat(count(Event.CPU, "shop.A.a_[j] 600\n").observations())
        .as("of an earlier version")
        .isEqualTo(600);
  }

  @Test
  void a_target_with_bursts_makes_the_whole_fleet_less_sure() throws Exception {
    var fleet = count(
        Event.WALL,
        "#samples-per-observation:2.00\nshop.A.a_[j] 1000\n",
        "#samples-per-observation:200.00\nshop.A.a_[j] 1000\n");

    assertThat(fleet.samples()).isEqualTo(2_000);
    assertThat(fleet.observations())
        .isCloseTo(2_000.0 * 2_000 / (1_000 + 1_000 * 100), within(1e-6));
  }

  @Test
  void the_line_is_no_stack_for_graphs_merged_ones_and_rows() throws Exception {
    var stacks = Files.writeString(
        folder.resolve("cpu.collapsed"), "#samples-per-observation:20.00\nshop.A.a_[j] 600\n");
    var rooted = List.of(new RootedStacks(stacks, "zone 1"));
    var merged = folder.resolve("merged.collapsed");

    StackFiles.merge(rooted, "cpu", folder.resolve("merged.html"), merged);

    assertThat(merged).hasContent("zone 1;shop.A.a_[j] 600\n");
    assertThat(StackFiles.counts(Event.CPU, stacks).self()).containsOnlyKeys("shop.A.a");
  }

  private FrameCounts count(Event event, String... stacks) throws Exception {
    var files = new ArrayList<Path>();
    for (var text : stacks) {
      files.add(Files.writeString(Files.createTempFile(folder, "stacks", ".collapsed"), text));
    }
    return StackFiles.counts(event, files.toArray(Path[]::new));
  }
}
