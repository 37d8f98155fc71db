package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.report.comparison.ShareChange;
import dev.hotspotter.testing.DifferencePage;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferenceGraphTest {

  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());

  @TempDir
  Path folder;

  /** The own samples of uniqueId fell from 5 to 0, because it now calls the JDK. */
  @Test
  void a_frame_that_has_the_jdk_do_more_is_red_and_so_is_all_that_leads_to_it() throws Exception {
    var before =
        "shop.Main.main_[0];shop.Mail.uniqueId_[j] 5\nshop.Main.main_[0];shop.Mail.send_[j] 95\n";
    var now = "shop.Main.main_[0];shop.Mail.uniqueId_[j];java.security.MD5.digest_[j] 50\n"
        + "shop.Main.main_[0];shop.Mail.send_[j] 50\n";

    var page = compare(before, now);

    assertThat(rose(before, now)).containsExactly("shop.Mail.uniqueId");
    assertThat(page.difference("shop.Main.main", "shop.Mail.uniqueId")).hasValue(45);
    assertThat(page.difference("shop.Main.main", "shop.Mail.send")).hasValue(-45);
    assertThat(page.difference("shop.Main.main")).hasValue(0);
    assertThat(page.isNew("shop.Main.main", "shop.Mail.uniqueId", "java.security.MD5.digest"))
        .isTrue();
    assertThat(page.most()).isEqualTo(45);
  }

  @Test
  void what_only_the_baseline_called_is_missing_in_its_caller_although_it_is_not_drawn()
      throws Exception {
    var page = compare(
        "shop.A.a_[j];shop.B.b_[j] 60\nshop.A.a_[j] 20\nshop.C.c_[j] 20\n",
        "shop.A.a_[1] 30\nshop.C.c_[j] 70\n");

    assertThat(page.difference("shop.A.a")).hasValue(-50);
    assertThat(page.frames()).doesNotContain(List.of("shop.A.a", "shop.B.b"));
  }

  @Test
  void the_recordings_own_work_is_no_difference() throws Exception {
    var page = compare(
        "shop.A.a_[j] 10\n",
        "shop.A.a_[j] 10\nshop.A.a_[j];WallClock::signalHandler 90\n[async-profiler];WallClock::signalHandler 9\n");

    assertThat(page.frames()).containsExactlyInAnyOrder(List.of(), List.of("shop.A.a"));
    assertThat(page.difference("shop.A.a")).hasValue(0);
  }

  static List<Long> seeds() {
    return LongStream.range(0, 200).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void each_frame_has_the_colour_of_all_its_samples(long seed) throws Exception {
    var random = new Random(seed);
    var before = stacks(random);
    var now = stacks(random);
    var scale = 0.5 + random.nextDouble();

    var page = draw(text(before), scale, text(now));

    var totalBefore = totals(before);
    var totalNow = totals(now);
    assertThat(page.frames()).containsExactlyInAnyOrderElementsOf(totalNow.keySet());
    for (var path : totalNow.keySet()) {
      if (!path.isEmpty() && totalBefore.containsKey(path)) {
        assertThat(page.difference(path.toArray(String[]::new)).orElseThrow())
            .as("%s", path)
            .isEqualTo(totalNow.get(path) - Math.round(totalBefore.get(path) * scale));
      } else if (!path.isEmpty()) {
        assertThat(page.isNew(path.toArray(String[]::new))).as("%s", path).isTrue();
      }
    }
  }

  /** Equal numbers of samples, so that nothing is scaled. */
  private DifferencePage compare(String before, String now) throws Exception {
    var html = folder.resolve("difference.html");
    new CompareEvent(
            Event.CPU,
            List.of(file("before", before)),
            List.of(file("now", now)),
            CODE,
            "now against before",
            html)
        .run();
    return DifferencePage.of(html);
  }

  private DifferencePage draw(String before, double scale, String now) throws Exception {
    var html = folder.resolve("difference.html");
    FlameGraphs.drawDifference(
        tree(file("before", before)), scale, tree(file("now", now)), "now against before", html);
    return DifferencePage.of(html);
  }

  private static FrameTree tree(Path stacks) throws Exception {
    return StackFiles.read(Event.CPU, RootedStacks.plain(List.of(stacks)), new FrameTree());
  }

  private Path file(String name, String stacks) throws Exception {
    return Files.writeString(folder.resolve(name), stacks);
  }

  /** The values as the table shows them. */
  private List<String> rose(String before, String now) throws Exception {
    var a = StackFiles.counts(Event.CPU, file("a", before.replace(" ", " 10")));
    var b = StackFiles.counts(Event.CPU, file("b", now.replace(" ", " 10")));
    return Differences.between(a, b, Event.CPU).application().stream()
        .filter(c -> c.changed() && c.difference() > 0)
        .map(ShareChange::frame)
        .toList();
  }

  private static Map<List<String>, Long> stacks(Random random) {
    var stacks = new HashMap<List<String>, Long>();
    for (var i = 0; i < 30; i++) {
      var stack = new ArrayList<String>();
      for (var depth = 1 + random.nextInt(5); depth > 0; depth--) {
        stack.add("shop.A.m" + random.nextInt(4));
      }
      stacks.merge(stack, 1L + random.nextInt(1_000), Long::sum);
    }
    return stacks;
  }

  private static String text(Map<List<String>, Long> stacks) {
    var text = new StringBuilder();
    stacks.forEach((stack, samples) ->
        text.append(String.join("_[j];", stack)).append("_[j] ").append(samples).append('\n'));
    return text.toString();
  }

  private static Map<List<String>, Long> totals(Map<List<String>, Long> stacks) {
    var totals = new HashMap<List<String>, Long>();
    stacks.forEach((stack, samples) -> {
      for (var end = 0; end <= stack.size(); end++) {
        totals.merge(stack.subList(0, end), samples, Long::sum);
      }
    });
    return totals;
  }
}
