package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.testing.EveryEvent;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A real recording of this JVM of all events that go together, with the JVM's own ones: each event has its own stacks. */
class EventStacksIT {

  private static final long A_SECOND = 1_000_000_000;

  @TempDir static Path folder;

  private static Path recording;

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("recording.jfr");
    EveryEvent.record(recording);
  }

  @ParameterizedTest
  @CsvSource({
    "CTIMER, EveryEvent", "WALL, EveryEvent.slow", "ALLOC, byte[]", "LIVE, byte[]", "LOCK, EveryEvent.contend",
    "NATIVELOCK, EveryEvent.wake", "NATIVEMEM, EveryEvent.lambda", "TRACE, EveryEvent.slow", "EXCEPTIONS, EveryEvent.fail"
  })
  void each_event_has_its_stacks_and_a_graph(Event event, String frame) throws Exception {
    var collapsed = collapse(event, false);
    var html = folder.resolve(event.word() + ".html");
    StackFiles.draw(event.word(), html, collapsed);

    assertThat(Files.readAllLines(collapsed)).anyMatch(stack -> stack.contains(frame));
    assertThat(html).isNotEmptyFile();
    assertThat(StackFiles.hot(event, collapsed).samples()).isPositive();
  }

  @Test
  void exceptions_are_no_traced_calls_and_the_other_way_round() throws Exception {
    assertThat(collapse(Event.TRACE, false)).content().doesNotContain("fillInStackTrace");
    assertThat(Files.readAllLines(collapse(Event.EXCEPTIONS, false))).allMatch(stack -> stack.contains("fillInStackTrace"));
  }

  @Test
  void traced_calls_are_as_wide_as_they_took_long() throws Exception {
    assertThat(StackFiles.hot(Event.TRACE, collapse(Event.TRACE, false)).samples()).isBetween(A_SECOND / 4, 2 * A_SECOND);
  }

  /** However few stacks they have. */
  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LIVE", "NATIVEMEM"})
  void samples_that_have_a_weight_are_observations_as_well(Event event) throws Exception {
    var counts = StackFiles.counts(event, collapse(event, false));

    assertThat(counts.observations()).isBetween(3.0, 2_000.0);
  }

  @Test
  void the_hottest_application_frame_of_live_is_no_class() throws Exception {
    assertThat(StackFiles.hot(Event.LIVE, collapse(Event.LIVE, false)).application().getFirst().frame()).doesNotContain("[]");
  }

  @Test
  void threads_are_kept_apart_on_demand() throws Exception {
    assertThat(Files.readAllLines(collapse(Event.WALL, true))).allMatch(stack -> stack.matches("\\[.*tid=\\d+].*"));
    assertThat(Files.readAllLines(collapse(Event.WALL, false))).noneMatch(stack -> stack.matches("\\[.*tid=\\d+].*"));
  }

  private static Path collapse(Event event, boolean threads) throws Exception {
    var collapsed = folder.resolve(event.word() + threads + ".collapsed");
    FlameGraphs.collapse(recording, event, threads, collapsed);
    return collapsed;
  }
}
