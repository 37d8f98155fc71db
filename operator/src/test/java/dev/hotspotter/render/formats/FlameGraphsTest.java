package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.StackFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlameGraphsTest {

  private static final String FIRST = """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 60
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[1] 5
      start_thread;JavaThread::thread_main_inner;entry_SYSCALL_64_[k] 10
      """;

  private static final String SECOND = """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 40
      java.lang.Thread.run_[0];shop.Notifier.receive_[0] 7
      java.lang.Thread.run_[0];shop.Notifier.compact_[i] 3
      """;

  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());

  @TempDir
  Path folder;

  @Test
  void a_graph_holds_the_sum_of_all_stacks_and_the_marks_of_most_of_the_samples() throws Exception {
    assertThat(stacks(draw(file("1", FIRST), file("2", SECOND))))
        .containsExactlyInAnyOrder(
            "java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j];md5_implCompress 100",
            "java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[j] 5",
            "java.lang.Thread.run_[0];shop.Notifier.receive_[0] 7",
            "java.lang.Thread.run_[0];shop.Notifier.compact_[i] 3",
            "start_thread;JavaThread::thread_main_inner;entry_SYSCALL_64_[k] 10");
  }

  @Test
  void a_merged_graph_can_keep_targets_apart_by_their_outermost_frame() throws Exception {
    var stacks = List.of(
        new RootedStacks(file("1", "shop.Main.main_[0];shop.Cart.total_[j] 20\n"), "2.14.0"),
        new RootedStacks(file("2", "shop.Main.main_[j];shop.Cart.total_[j] 7\n"), "2.15.0"),
        new RootedStacks(file("3", "shop.Main.main_[0];shop.Cart.total_[j] 3\n"), "2.14.0"),
        new RootedStacks(
            file("4", "shop.Main.main_[0];shop.Cart.total_[j] 1\n"),
            "[no app.kubernetes.io/version]"));
    var merged = folder.resolve("merged.collapsed");
    var html = folder.resolve("merged.html");

    StackFiles.merge(stacks, "cpu by version", html, merged);

    assertThat(Files.readAllLines(merged))
        .containsExactlyInAnyOrder(
            "2.14.0;shop.Main.main_[0];shop.Cart.total_[j] 23",
            "2.15.0;shop.Main.main_[j];shop.Cart.total_[j] 7",
            "[no app.kubernetes.io/version];shop.Main.main_[0];shop.Cart.total_[j] 1");
    assertThat(stacks(html)).hasSameElementsAs(Files.readAllLines(merged));
  }

  @Test
  void the_hot_list_of_the_stacks_is_that_of_the_graph() throws Exception {
    var files = new Path[] {file("1", FIRST), file("2", SECOND)};
    var drawn = Files.write(folder.resolve("drawn"), stacks(draw(files)));

    assertThat(StackFiles.hot(Event.CPU, files)).isEqualTo(StackFiles.hot(Event.CPU, drawn));
  }

  @Test
  void a_graph_is_a_page_with_the_given_title_that_loads_nothing_from_elsewhere() throws Exception {
    assertThat(draw(file("1", FIRST)))
        .content()
        .contains("cpu of shop/checkout")
        .doesNotContain("src=", "<link", "@import");
  }

  @Test
  void no_stack_makes_an_empty_graph() throws Exception {
    assertThat(stacks(draw(file("1", "")))).isEmpty();
  }

  @Test
  void a_stack_that_is_deeper_than_the_operators_own_is_a_bad_recording() throws Exception {
    var deep = file("deep", "shop.A.a_[j];".repeat(1_000_000) + "shop.A.a_[j] 1\n");

    assertThatThrownBy(() -> draw(deep))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageContaining("StackOverflowError");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no recording",
        "FLR\0 no recording, but it begins like one and is long enough to have a header and some"
      })
  void what_is_no_recording_is_a_bad_recording(String content) throws Exception {
    var jfr = file("recording.jfr", content);

    assertThatThrownBy(
            () -> FlameGraphs.collapse(jfr, Event.CPU, false, folder.resolve("collapsed")))
        .isInstanceOf(BadRecordingException.class);
  }

  @Test
  void a_line_that_is_no_stack_is_a_bad_recording() throws Exception {
    var odd = file("odd", "shop.A.a_[j] many\n");

    assertThatThrownBy(() -> StackFiles.hot(Event.CPU, odd))
        .isInstanceOf(BadRecordingException.class);
  }

  @Test
  void a_full_disk_is_no_bad_recording_and_leaves_no_half_a_graph_unnoticed() throws Exception {
    var stacks = file("1", FIRST);

    assertThatThrownBy(() -> StackFiles.draw("cpu", Path.of("/dev/full"), stacks))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void a_difference_tells_which_stacks_became_more_or_fewer_for_as_many_samples() throws Exception {
    var before = file(
        "before",
        "shop.Main.main_[0];shop.Cart.total_[j] 20\nshop.Main.main_[j];shop.Price.of_[j] 20\n");
    var after = file(
        "after",
        "shop.Main.main_[0];shop.Cart.total_[j] 90\nshop.Main.main_[j];shop.Price.of_[1] 10\n");
    var html = folder.resolve("difference.html");

    compare(before, after, "cpu against before", html);

    assertThat(html)
        .content()
        .contains("cpu against before", "d=40\n", "d=-40\n")
        .doesNotContain("d=U");
  }

  @Test
  void a_stack_that_the_baseline_does_not_have_is_marked_as_new() throws Exception {
    var html = folder.resolve("difference.html");

    compare(file("before", "shop.A.a_[j] 10\n"), file("after", "shop.B.b_[j] 10\n"), "x", html);

    assertThat(html).content().contains("d=U\n");
  }

  private static void compare(Path before, Path after, String title, Path html) throws Exception {
    new CompareEvent(Event.CPU, List.of(before), List.of(after), CODE, title, html).run();
  }

  private Path draw(Path... collapsed) throws Exception {
    return StackFiles.draw("cpu of shop/checkout", folder.resolve("graph.html"), collapsed);
  }

  /** The stacks that the converter reads back from the page. */
  private List<String> stacks(Path html) throws Exception {
    var collapsed = folder.resolve("again.collapsed");
    FlameGraph.convert(
        html.toString(), collapsed.toString(), new Arguments("--output", "collapsed"));
    return Files.readAllLines(collapsed);
  }

  private Path file(String name, String stacks) throws Exception {
    return Files.writeString(folder.resolve(name), stacks);
  }
}
