package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.testing.EveryEvent;
import dev.hotspotter.testing.StackFiles;
import dev.hotspotter.testing.Sums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import one.convert.JfrToFlame;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Records all events that go together, converts them to every format, and reads these with their
 * tools and schemas.
 */
class FormatsIT {

  @TempDir
  static Path folder;

  private static Path recording;
  private static EveryEvent.SlowCalls slowCalls;

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("recording.jfr");
    slowCalls = EveryEvent.record(recording);
  }

  @ParameterizedTest
  @CsvSource({
    "CTIMER, EveryEvent",
    "WALL, EveryEvent.slow",
    "ALLOC, EveryEvent",
    "LIVE, EveryEvent",
    "LOCK, EveryEvent.contend",
    "NATIVELOCK, EveryEvent.wake",
    "NATIVEMEM, EveryEvent",
    "TRACE, EveryEvent.slow",
    "EXCEPTIONS, EveryEvent.fail"
  })
  void all_formats_agree_on_the_sum_and_hold_the_frame(Event event, String frame) throws Exception {
    var sum = Sums.ofCollapsed(write(event, Format.COLLAPSED, false));

    assertThat(sum).isPositive();
    assertThat(Sums.ofFlameGraph(write(event, Format.FLAMEGRAPH, false)))
        .as("flame graph")
        .isEqualTo(sum);
    var pprof = write(event, Format.PPROF, false);
    assertThat(Sums.ofPprof(pprof)).as("pprof").isEqualTo(sum);
    assertThat(Sums.pprof("-traces", pprof)).contains(frame);
    var otlp = write(event, Format.OTLP, false);
    assertThat(Sums.ofOtlp(otlp)).as("OTLP").isEqualTo(sum);
    assertThat(Sums.framesOfOtlp(otlp)).anyMatch(name -> name.contains(frame));
    var heatmap = write(event, Format.HEATMAP, false);
    assertThat(Sums.ofHeatmap(heatmap)).as("heat map").isEqualTo(samples(event));
    assertThat(Sums.ofRows(rows(event))).as("rows").isEqualTo(7 * sum);
    assertThat(rows(event)).content().contains(frame);
    assertThat(heatmap)
        .content()
        .contains(frame.substring(frame.indexOf('.') + 1), "</html>", event.word() + " of a pod");
  }

  @ParameterizedTest
  @EnumSource(names = {"PPROF", "OTLP"})
  void exceptions_are_no_traced_calls_and_the_other_way_round(Format format) throws Exception {
    assertThat(frames(format, write(Event.TRACE, format, false)))
        .contains("slow")
        .doesNotContain("fillInStackTrace");
    assertThat(frames(format, write(Event.EXCEPTIONS, format, false)))
        .contains("fillInStackTrace")
        .doesNotContain("EveryEvent.slow");
  }

  @Test
  void stacks_of_exceptions_are_none_of_traced_calls_and_the_other_way_round() throws Exception {
    assertThat(write(Event.TRACE, Format.COLLAPSED, false))
        .content()
        .doesNotContain("fillInStackTrace");
    assertThat(stacks(Event.EXCEPTIONS, false))
        .allMatch(stack -> stack.contains("fillInStackTrace"));
  }

  private static String frames(Format format, Path file) throws Exception {
    return format == Format.PPROF
        ? Sums.pprof("-traces", file)
        : String.join(" ", Sums.framesOfOtlp(file).toList());
  }

  @Test
  void threads_are_kept_apart_on_demand() throws Exception {
    assertThat(Sums.pprof("-traces", write(Event.WALL, Format.PPROF, true)))
        .contains("[sleeper tid=");
    assertThat(Sums.pprof("-traces", write(Event.WALL, Format.PPROF, false)))
        .doesNotContain("[sleeper tid=");
    assertThat(write(Event.WALL, Format.HEATMAP, true)).content().contains("[sleeper tid=");
    assertThat(Sums.ofPprof(write(Event.WALL, Format.PPROF, true)))
        .isEqualTo(Sums.ofCollapsed(write(Event.WALL, Format.COLLAPSED, true)));
    assertThat(stacks(Event.WALL, true)).allMatch(stack -> stack.matches("\\[.*tid=\\d+].*"));
    assertThat(stacks(Event.WALL, false)).noneMatch(stack -> stack.matches("\\[.*tid=\\d+].*"));
  }

  @ParameterizedTest
  @CsvSource({
    "CTIMER, EveryEvent",
    "WALL, EveryEvent.slow",
    "ALLOC, byte[]",
    "LIVE, byte[]",
    "LOCK, EveryEvent.contend",
    "NATIVELOCK, EveryEvent.wake",
    "NATIVEMEM, EveryEvent.lambda",
    "TRACE, EveryEvent.slow",
    "EXCEPTIONS, EveryEvent.fail"
  })
  void each_event_has_its_stacks_and_a_graph_of_them(Event event, String frame) throws Exception {
    assertThat(stacks(event, false)).anyMatch(stack -> stack.contains(frame));
    assertThat(StackFiles.draw(
            event.word(),
            folder.resolve(event.word() + ".html"),
            write(event, Format.COLLAPSED, false)))
        .isNotEmptyFile();
    assertThat(hot(event).samples()).isPositive();
  }

  /** Calls of less than 5 ms are not traced; the caller's clock also counts what precedes and follows a call. */
  @Test
  void traced_calls_are_as_wide_as_they_took_long() throws Exception {
    assertThat(hot(Event.TRACE).samples())
        .isBetween(slowCalls.count() * 5_000_000L, slowCalls.nanos() * 101 / 100);
  }

  /** The number of observations is large even if there are few stacks. */
  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LIVE", "NATIVEMEM"})
  void samples_that_have_a_weight_are_observations_as_well(Event event) throws Exception {
    assertThat(StackFiles.counts(event, write(event, Format.COLLAPSED, false)).observations())
        .isBetween(3.0, 2_000.0);
  }

  @Test
  void the_hottest_application_frame_of_live_is_no_class() throws Exception {
    assertThat(hot(Event.LIVE).application().getFirst().frame()).doesNotContain("[]");
  }

  @ParameterizedTest
  @EnumSource(value = Format.class, mode = EnumSource.Mode.EXCLUDE, names = "GRAFANA")
  void recordings_one_after_another_are_their_sum(Format format) throws Exception {
    var twice = folder.resolve("twice.jfr");
    Files.deleteIfExists(twice);
    Formats.append(recording, twice);
    Formats.append(recording, twice);
    var file = folder.resolve("twice." + format.ending());
    write(twice, Event.WALL, format, false, "twice", file);

    assertThat(sum(format, file)).isEqualTo(2 * sum(format, write(Event.WALL, format, false)));
  }

  @ParameterizedTest
  @EnumSource(value = Format.class, mode = EnumSource.Mode.EXCLUDE, names = "GRAFANA")
  void an_event_that_was_not_recorded_has_no_samples(Format format) throws Exception {
    var cpuOnly = folder.resolve("alloc-only.jfr");
    if (Files.notExists(cpuOnly)) {
      EveryEvent.record(cpuOnly, "event=alloc");
    }
    var file = folder.resolve("none." + format.ending());
    write(cpuOnly, Event.WALL, format, false, "none", file);

    assertThat(sum(format, file)).isZero();
  }

  @Test
  void a_heat_map_of_too_many_samples_says_so() throws Exception {
    var html = folder.resolve("many.html");
    Heatmaps.draw(recording, Event.WALL, false, "wall of a pod", html, samples(Event.WALL));
    assertThat(Sums.ofHeatmap(html)).isEqualTo(samples(Event.WALL));

    Heatmaps.draw(recording, Event.WALL, false, "wall of a pod", html, samples(Event.WALL) - 1);
    assertThat(html)
        .content()
        .contains("would have %d samples".formatted(samples(Event.WALL)))
        .doesNotContain("<script");
  }

  @Test
  void a_heat_map_does_without_the_storage_that_a_sandbox_does_not_have() throws Exception {
    assertThat(write(Event.WALL, Format.HEATMAP, false))
        .content()
        .startsWith("<!DOCTYPE html>\n<script>Object.defineProperty(window, 'localStorage'")
        .contains("localStorage.getItem('heatmap-timezone')")
        .doesNotContain(" src=", "<link", "@import", "sessionStorage", "indexedDB");
  }

  @ParameterizedTest
  @EnumSource(value = Format.class, mode = EnumSource.Mode.EXCLUDE, names = "GRAFANA")
  void a_full_disk_is_no_bad_recording(Format format) {
    assertThatThrownBy(
            () -> write(recording, Event.WALL, format, false, "wall", Path.of("/dev/full")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FLAMEGRAPH", "COLLAPSED", "GRAFANA"})
  void a_broken_recording_is_a_bad_recording_that_names_the_format(Format format) throws Exception {
    assertThatThrownBy(() ->
            Formats.write(broken(), Event.WALL, format, false, "wall", folder.resolve("broken")))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageStartingWith("wall cannot be converted to %s: ".formatted(format.word()));
  }

  @Test
  void a_broken_recording_has_no_stacks() {
    assertThatThrownBy(
            () -> collapse(broken(), Event.WALL, false, folder.resolve("broken.collapsed")))
        .isInstanceOf(BadRecordingException.class);
  }

  private static Path broken() throws Exception {
    return Files.write(
        folder.resolve("broken.jfr"), Arrays.copyOf(Files.readAllBytes(recording), 1_000));
  }

  private static long sum(Format format, Path file) throws Exception {
    return switch (format) {
      case FLAMEGRAPH -> Sums.ofFlameGraph(file);
      case HEATMAP -> Sums.ofHeatmap(file);
      case COLLAPSED -> Sums.ofCollapsed(file);
      case PPROF -> Sums.ofPprof(file);
      case OTLP -> Sums.ofOtlp(file);
      case GRAFANA -> Sums.ofRows(file);
    };
  }

  /** The number of samples: a heat map counts them, while flame graphs sum up bytes or time. */
  private static long samples(Event event) throws Exception {
    var options = Formats.arguments(event, false, "--output", "collapsed");
    options.total = false;
    var counts = folder.resolve("counts.collapsed");
    try (var out = Files.newOutputStream(counts)) {
      JfrToFlame.parse(recording.toString(), options).dump(out);
    }
    return Sums.ofCollapsed(counts);
  }

  /** Grafana's rows come from the stacks. */
  private static Path rows(Event event) throws Exception {
    var file = folder.resolve(event.word() + ".grafana.json");
    var stacks = List.of(new RootedStacks(write(event, Format.COLLAPSED, false), null));
    GrafanaFrames.write(StackFiles.read(event, stacks, new FrameTree()), 7, file);
    return file;
  }

  private static List<String> stacks(Event event, boolean threads) throws Exception {
    return Files.readAllLines(write(event, Format.COLLAPSED, threads)).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static HotList hot(Event event) throws Exception {
    return StackFiles.hot(event, write(event, Format.COLLAPSED, false));
  }

  private static Path write(Event event, Format format, boolean threads) throws Exception {
    var file = folder.resolve("%s%s.%s".formatted(event.word(), threads, format.ending()));
    write(recording, event, format, threads, event.word() + " of a pod", file);
    return file;
  }

  private static void collapse(Path jfr, Event event, boolean threads, Path file) throws Exception {
    FlameGraphs.collapse(jfr, event, threads, new ApplicationCode(Set.of(), Set.of()), file);
  }

  /** Writes the file as RenderRecording does: a flame graph comes from the collapsed stacks. */
  private static void write(
      Path jfr, Event event, Format format, boolean threads, String title, Path file)
      throws Exception {
    switch (format) {
      case COLLAPSED -> collapse(jfr, event, threads, file);
      case FLAMEGRAPH -> {
        var stacks = folder.resolve("of-the-graph.collapsed");
        collapse(jfr, event, threads, stacks);
        StackFiles.draw(title, file, stacks);
      }
      default -> Formats.write(jfr, event, format, threads, title, file);
    }
  }
}
