package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.render.answers.AnswersReader;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.render.formats.Formats;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Checksums;
import dev.hotspotter.testing.Jobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records a program after HotSpot has compiled it. One method calls each of its stubs, and other
 * methods follow.
 */
class RecordingReaderIT {

  private static final String CRC = "updateBytesCRC32C";
  private static final String ADLER = "updateBytesAdler32";
  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());
  private static final Recording CPU = Jobs.recording(Event.CPU);

  @TempDir
  static Path folder;

  private static Path recording;
  private static List<Line> recorded;
  private static List<Line> read;

  /** A stack, innermost frame last, and its samples. */
  private record Line(List<String> frames, long samples) {

    /** Removes a frame's mark, its most frequent execution mode, which does not matter here. */
    static Line of(String line) {
      var count = line.lastIndexOf(' ');
      return new Line(
          Arrays.asList(line.substring(0, count).replaceAll("_\\[.\\]", "").split(";")),
          Long.parseLong(line.substring(count + 1)));
    }
  }

  @BeforeAll
  static void record() throws Exception {
    recording = Checksums.record(folder.resolve("checksums.jfr"));
    var file = folder.resolve("cpu.collapsed");
    JfrToFlame.convert(
        recording.toString(),
        file.toString(),
        new Arguments("--output", "collapsed", "--dot", "--norm", "--cpu"));
    recorded = lines(file);
    FlameGraphs.collapse(recording, Event.CPU, false, file);
    read = lines(file);
  }

  @Test
  void the_profiler_puts_routines_above_what_comes_after_them() {
    assertThat(falsely(recorded, CRC, "crc")).isGreaterThan(samples(recorded, CRC) / 2);
    assertThat(falsely(recorded, ADLER, "adler")).isGreaterThan(samples(recorded, ADLER) / 2);
  }

  @Test
  void they_are_read_above_the_methods_that_call_them() {
    assertThat(falsely(read, CRC, "crc")).isZero();
    assertThat(falsely(read, ADLER, "adler")).isZero();
  }

  @Test
  void no_sample_is_lost() {
    assertThat(List.of(CRC, ADLER))
        .allSatisfy(routine -> assertThat(samples(read, routine))
            .isGreaterThan(20)
            .isEqualTo(samples(recorded, routine)));
    assertThat(samples(read, "")).isEqualTo(samples(recorded, ""));
  }

  @Test
  void it_says_how_many_were_wrong() throws Exception {
    var code = AnswersReader.of(recording, CPU, CODE).inlined().get("cpu");

    assertThat(code.samples()).isEqualTo(samples(read, ""));
    assertThat(code.impossible())
        .isEqualTo(falsely(recorded, CRC, "crc") + falsely(recorded, ADLER, "adler"));
    assertThat(code.uncertain()).isLessThanOrEqualTo(code.samples() - code.impossible());
  }

  @Test
  void other_formats_say_the_same() throws Exception {
    var heatmap = folder.resolve("heatmap.html");
    Formats.write(recording, Event.CPU, Format.HEATMAP, false, "cpu", heatmap);

    var page = Files.readString(heatmap);
    assertThat(page).contains("Checksums");
    assertThat(List.of("afterCrc", "afterAdler"))
        .allSatisfy(
            method -> assertThat(page.contains(method)).as(method).isEqualTo(isIn(read, method)));
  }

  private static List<Line> lines(Path collapsed) throws Exception {
    return Files.readAllLines(collapsed).stream().map(Line::of).toList();
  }

  /** Samples of the stub whose innermost method is not its only caller. */
  private static long falsely(List<Line> stacks, String routine, String caller) {
    return stacks.stream()
        .filter(stack -> stack.frames().getLast().equals(routine))
        .filter(stack -> !stack.frames().stream()
            .filter(frame -> frame.contains("Checksums."))
            .toList()
            .getLast()
            .endsWith("." + caller))
        .mapToLong(Line::samples)
        .sum();
  }

  /** A method with hardly any time may still have a sample. */
  private static boolean isIn(List<Line> stacks, String method) {
    return stacks.stream()
        .flatMap(stack -> stack.frames().stream())
        .anyMatch(frame -> frame.endsWith("." + method));
  }

  private static long samples(List<Line> stacks, String routine) {
    return stacks.stream()
        .filter(stack -> stack.frames().getLast().startsWith(routine))
        .mapToLong(Line::samples)
        .sum();
  }
}
