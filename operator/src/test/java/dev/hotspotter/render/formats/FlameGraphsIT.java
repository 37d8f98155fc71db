package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records this JVM with async-profiler while a lambda allocates. */
class FlameGraphsIT {

  private static final long HALF_A_SECOND = 500_000_000;

  @TempDir
  static Path folder;

  private static Path recording;
  private static volatile byte[] sink;

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("recording.jfr");
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=1ms,alloc=64k,jfr,file=" + recording);
    allocate(System::nanoTime);
    profiler.execute("stop,file=" + recording);
  }

  private static void allocate(LongSupplier clock) {
    var end = clock.getAsLong() + HALF_A_SECOND;
    Runnable lambda = () -> sink = new byte[10_000];
    while (clock.getAsLong() < end) {
      lambda.run();
    }
  }

  @Test
  void every_stack_is_in_the_collapsed_form_with_marks() throws Exception {
    assertThat(Files.readAllLines(collapse(Event.CPU)))
        .anyMatch(stack -> stack.contains("FlameGraphsIT.allocate_["));
  }

  @Test
  void lambdas_are_named_the_same_in_every_jvm() throws Exception {
    assertThat(collapse(Event.ALLOC))
        .content()
        .contains("FlameGraphsIT$$Lambda.run_[")
        .doesNotContain(".0x");
  }

  @Test
  void the_hottest_application_frame_of_alloc_is_the_method_and_not_the_class_it_makes()
      throws Exception {
    var hot = StackFiles.hot(Event.ALLOC, collapse(Event.ALLOC));

    assertThat(hot.application().getFirst().frame()).contains("FlameGraphsIT.lambda$allocate$");
    assertThat(hot.self().getFirst().frame()).isEqualTo("byte[]");
    assertThat(hot.samples()).as("bytes, not samples").isGreaterThan(1_000_000);
  }

  @Test
  void an_event_that_was_not_recorded_has_no_stacks() throws Exception {
    assertThat(collapse(Event.WALL)).isEmptyFile();
  }

  @Test
  void a_page_shows_the_root_first_however_deep_one_stack_is() throws Exception {
    var html = folder.resolve("cpu.html");
    StackFiles.draw("cpu of a test", html, collapse(Event.CPU));

    assertThat(html)
        .content()
        .contains("cpu of a test")
        .endsWith("<script>scrollTo(0, document.body.scrollHeight)</script>\n");
    assertThat(collapse(Event.CPU)).content().doesNotContain("<script>");
  }

  private static Path collapse(Event event) throws Exception {
    var collapsed = folder.resolve(event.word() + ".collapsed");
    FlameGraphs.collapse(recording, event, false, collapsed);
    return collapsed;
  }
}
