package dev.hotspotter.render.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Renderers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges a fleet's stacks that are several times as large as the heap of the process. */
class MergeManyIT {

  private static final int TARGETS = 1_000;
  private static final int HEAP_MEBIBYTES = 16;

  @TempDir
  Path folder;

  @Test
  void a_thousand_targets_are_merged_without_being_held_in_memory() throws Exception {
    var members = new ArrayList<MergeEvent.Member>();
    long bytes = 0;
    for (int i = 0; i < TARGETS; i++) {
      var collapsed = Files.writeString(folder.resolve(i + ".collapsed"), stacks(i));
      bytes += Files.size(collapsed);
      members.add(new MergeEvent.Member("pod-" + i, "app", new RootedStacks(collapsed, null)));
    }
    assertThat(bytes).isGreaterThan(4L * HEAP_MEBIBYTES << 20);

    try (var renderer = Renderers.renderer((long) HEAP_MEBIBYTES << 20, Duration.ofMinutes(2))) {
      var merged = renderer.run(
          new MergeEvent(
              Event.CPU,
              members,
              new ApplicationCode(Set.of(), Set.of()),
              "all",
              folder.resolve("merged.html"),
              null,
              null),
          Long.MAX_VALUE);

      assertThat(merged.hot().samples()).isEqualTo(TARGETS * 1_001L);
      assertThat(merged.hot().application().getFirst().frame()).isEqualTo("shop.Hot.spot");
      assertThat(merged.outliers()).hasSize(TARGETS);
    }
  }

  /** The same thousand stacks in each file, and one that is hot only in this file. */
  private static String stacks(int target) {
    return IntStream.range(0, 1_000)
            .mapToObj(
                i -> "java.lang.Thread.run_[j];shop.Service.handle_[j];shop.Layer%d.call_[j];%s 1\n"
                    .formatted(
                        i % 40,
                        i % 2 == 0 ? "shop.Hot.spot_[j]" : "shop.Cold%d.spot_[j]".formatted(i)))
            .collect(Collectors.joining())
        + "java.lang.Thread.run_[j];shop.Only%d.here_[j] 1\n".formatted(target);
  }
}
