package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.testing.StackFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrafanaFramesTest {

  @TempDir
  Path folder;

  @Test
  void is_an_array_of_rows_with_the_fields_that_the_panel_looks_for() throws Exception {
    var stacks = stacks(
        "1",
        "java.lang.Thread.run_[0];shop.Cart.total_[j] 20\n"
            + "java.lang.Thread.run_[j];shop.Cart.total_[0] 5\n"
            + "start_thread 1\n");

    assertThat(write(new RootedStacks(stacks, null))).hasContent("""
        [{"level":0,"value":260,"self":0,"label":"total"},\
        {"level":1,"value":250,"self":0,"label":"java.lang.Thread.run"},\
        {"level":2,"value":250,"self":250,"label":"shop.Cart.total"},\
        {"level":1,"value":10,"self":10,"label":"start_thread"}]""");
  }

  @Test
  void targets_that_are_kept_apart_are_so_here() throws Exception {
    var one = new RootedStacks(stacks("1", "shop.Cart.total_[j] 20\n"), "2.14.0");
    var other =
        new RootedStacks(stacks("2", "shop.Cart.total_[j] 7\n"), "[no app.kubernetes.io/version]");

    assertThat(new ObjectMapper().readTree(write(one, other).toFile()).findValuesAsText("label"))
        .containsExactly(
            "total",
            "2.14.0",
            "shop.Cart.total",
            "[no app.kubernetes.io/version]",
            "shop.Cart.total");
  }

  @Test
  void however_much_was_recorded_a_file_is_small() throws Exception {
    var name = "x".repeat(500);
    var stacks = stacks(
        "many",
        IntStream.range(0, 40_000)
            .mapToObj(i -> "shop.%s%d_[j];shop.A.a_[j] 1\n".formatted(name, i))
            .collect(Collectors.joining()));

    assertThat(Files.size(write(new RootedStacks(stacks, null))))
        .isBetween(GrafanaFrames.MOST_BYTES * 9 / 10, GrafanaFrames.MOST_BYTES);
  }

  @Test
  void a_line_that_is_no_stack_is_a_bad_recording() throws Exception {
    var odd = new RootedStacks(stacks("odd", "shop.A.a_[j] many\n"), null);

    assertThatThrownBy(() -> write(odd)).isInstanceOf(BadRecordingException.class);
  }

  @Test
  void a_full_disk_is_no_bad_recording() throws Exception {
    assertThatThrownBy(() -> GrafanaFrames.write(new FrameTree(), 1, Path.of("/dev/full")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
  }

  private Path stacks(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path write(RootedStacks... stacks) throws Exception {
    var file = folder.resolve("cpu.grafana.json");
    GrafanaFrames.write(StackFiles.read(Event.CPU, List.of(stacks), new FrameTree()), 10, file);
    return file;
  }
}
