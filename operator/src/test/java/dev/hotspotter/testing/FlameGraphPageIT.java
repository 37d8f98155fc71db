package dev.hotspotter.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.formats.FlameGraphs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real recording says what the JDK's own reader of that recording says. */
class FlameGraphPageIT {

  private static final String HOT =
      Burner.HOT_METHOD.substring(Burner.HOT_METHOD.lastIndexOf("Burner."));

  @TempDir
  static Path folder;

  private static Path recording;
  private static String html;

  @BeforeAll
  static void draw() throws Exception {
    recording = folder.resolve("burner.jfr");
    Burner.record(recording, Duration.ofSeconds(1));
    var collapsed = folder.resolve("cpu.collapsed");
    FlameGraphs.collapse(recording, Event.CPU, false, collapsed);
    html = Files.readString(StackFiles.draw(
        "a title with cpool = [ and 'quotes'", folder.resolve("cpu.html"), collapsed));
  }

  @Test
  void the_hot_methods_share_is_that_of_the_recordings_samples() throws Exception {
    var samples = RecordingFile.readAllEvents(recording).stream()
        .filter(e -> e.getEventType().getName().equals("jdk.ExecutionSample"))
        .toList();
    var hot = samples.stream().filter(FlameGraphPageIT::isHot).count();

    assertThat(samples).hasSizeGreaterThan(20);
    assertThat(FlameGraphPage.share(html, HOT))
        .isGreaterThan(30)
        .isCloseTo(100.0 * hot / samples.size(), within(0.01));
  }

  @Test
  void a_frame_that_is_not_on_the_page_has_no_share() throws Exception {
    assertThat(FlameGraphPage.share(html, "Burner.idle")).isZero();
  }

  private static boolean isHot(RecordedEvent sample) {
    return sample.getStackTrace().getFrames().stream()
        .map(FlameGraphPageIT::name)
        .anyMatch(Burner.HOT_METHOD::equals);
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }
}
