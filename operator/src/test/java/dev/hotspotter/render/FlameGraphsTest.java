package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {

  private static final String FIRST =
      """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 60
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[1] 5
      start_thread;JavaThread::thread_main_inner;entry_SYSCALL_64_[k] 10
      """;

  private static final String SECOND =
      """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 40
      java.lang.Thread.run_[0];shop.Notifier.receive_[0] 7
      java.lang.Thread.run_[0];shop.Notifier.compact_[i] 3
      """;

  @TempDir Path folder;

  @Test
  void a_graph_holds_the_sum_of_all_stacks_and_the_marks_of_most_of_the_samples() throws IOException {
    assertThat(stacks(draw(file("1", FIRST), file("2", SECOND))))
        .containsExactlyInAnyOrder(
            "java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 100",
            "java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j] 5",
            "java.lang.Thread.run_[0];shop.Notifier.receive_[0] 7",
            "java.lang.Thread.run_[0];shop.Notifier.compact_[i] 3",
            "start_thread;JavaThread::thread_main_inner;entry_SYSCALL_64_[k] 10");
  }

  @Test
  void the_hot_list_of_the_stacks_is_that_of_the_graph() throws IOException {
    var files = List.of(file("1", FIRST), file("2", SECOND));
    var drawn = Files.write(folder.resolve("drawn"), stacks(draw(files.toArray(Path[]::new))));

    assertThat(HotFrames.of(files, Event.CPU)).isEqualTo(HotFrames.of(List.of(drawn), Event.CPU));
  }

  @Test
  void a_graph_is_a_page_with_the_given_title_that_loads_nothing_from_elsewhere() throws IOException {
    assertThat(draw(file("1", FIRST))).content().contains("cpu of shop/checkout").doesNotContain("src=", "<link", "@import");
  }

  @Test
  void no_stack_makes_an_empty_graph() throws IOException {
    assertThat(stacks(draw(file("1", "")))).isEmpty();
  }

  private Path draw(Path... collapsed) throws IOException {
    var html = folder.resolve("graph.html");
    FlameGraphs.draw(List.of(collapsed), Event.CPU, "cpu of shop/checkout", html);
    return html;
  }

  /** What the converter reads out of the page again. */
  private List<String> stacks(Path html) throws IOException {
    var collapsed = folder.resolve("again.collapsed");
    FlameGraph.convert(html.toString(), collapsed.toString(), new Arguments("--output", "collapsed"));
    return Files.readAllLines(collapsed);
  }

  private Path file(String name, String stacks) throws IOException {
    return Files.writeString(folder.resolve(name), stacks);
  }
}
