package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.formats.FoldedTree.Row;
import dev.hotspotter.render.stacks.Stack;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FoldedTreeTest {

  private static final int ROOM = 1 << 20;

  static List<Arguments> tables() {
    return List.of(
        Arguments.of("nothing", 9, List.of(), List.of("0 total 0 0")),
        Arguments.of(
            "depth first, callees by name, whatever the order of the stacks",
            9,
            List.of("b;d 3", "a 1", "b;c 2", "b 4", "b;c 1"),
            List.of("0 total 11 0", "1 a 1 1", "1 b 10 4", "2 c 3 3", "2 d 3 3")),
        Arguments.of(
            "a frame that calls itself is in several places",
            9,
            List.of("a;a;a 2", "a;b 1"),
            List.of("0 total 3 0", "1 a 3 0", "2 a 2 0", "3 a 2 2", "2 b 1 1")),
        Arguments.of(
            "as many rows as there may be",
            4,
            List.of("a 3", "b 2", "c 1"),
            List.of("0 total 6 0", "1 a 3 3", "1 b 2 2", "1 c 1 1")),
        Arguments.of(
            "one too many: the lightest are one row, after the others",
            4,
            List.of("b 3", "c 2", "d 1", "a 1"),
            List.of("0 total 7 0", "1 b 3 3", "1 c 2 2", "1 other 2 2")),
        Arguments.of(
            "what a light frame calls goes with it",
            4,
            List.of("a;x;y 1", "b 5", "c 1"),
            List.of("0 total 7 0", "1 b 5 5", "1 other 2 2")),
        Arguments.of(
            "deep and heavy goes before shallow and light",
            5,
            List.of("a;b;c 9", "d 1", "e 1"),
            List.of("0 total 11 0", "1 a 9 0", "2 b 9 0", "3 c 9 9", "1 other 2 2")),
        Arguments.of(
            "a frame of which nothing is shown keeps its self",
            3,
            List.of("a;b 2", "a;c 2", "a 1"),
            List.of("0 total 5 0", "1 a 5 1", "2 other 4 4")),
        Arguments.of(
            "the rest is not taken for a frame of that name",
            4,
            List.of("other 5", "a 1", "b 1", "c 1"),
            List.of("0 total 8 0", "1 a 1 1", "1 other 5 5", "1 other 2 2")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void a_tree_is_a_table_of_bounded_size(
      String what, int most, List<String> stacks, List<String> rows) {
    assertThat(FoldedTree.rows(tree(stacks), 1, most, ROOM))
        .extracting(FoldedTreeTest::written)
        .containsExactlyElementsOf(rows);
  }

  @Test
  void a_sample_counts_what_it_stands_for() {
    assertThat(FoldedTree.rows(tree(List.of("a;b 3", "a 2", "c 1")), 10_000_000, 4, ROOM))
        .extracting(FoldedTreeTest::written)
        .containsExactly(
            "0 total 60000000 0",
            "1 a 50000000 20000000",
            "2 b 30000000 30000000",
            "1 c 10000000 10000000");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 1_000, 20_000, 200_000})
  void no_table_has_more_bytes_than_it_may_whatever_the_names_are(int mostBytes) throws Exception {
    var tree = tree(random()
        .ints(2_000, 0, 50)
        .mapToObj(i -> "shop.Ünïcode\"\\\t%d;b%d;c%d 1".formatted(i, i % 7, i % 3))
        .distinct()
        .toList());

    var json = new ObjectMapper().writeValueAsString(FoldedTree.rows(tree, 1, 16_384, mostBytes));

    assertThat(json.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(mostBytes + 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 100, 1_000, 16_384})
  void every_frame_has_what_is_in_it_and_in_what_it_calls_and_no_row_is_wasted(int most) {
    var random = random();
    var stacks =
        random.ints(3_000, 1, 12).mapToObj(depth -> stack(random, depth)).toList();
    var all = FoldedTree.rows(tree(stacks), 1, Integer.MAX_VALUE, Long.MAX_VALUE);

    var rows = FoldedTree.rows(tree(stacks), 1, most, Long.MAX_VALUE);

    assertThat(rows.size()).isBetween(Math.min(most, all.size()) - 1, most);
    assertThat(rows.getFirst().value()).isEqualTo(3_000);
    assertThat(rows.stream().mapToLong(Row::self).sum()).isEqualTo(3_000);
    var callees = new HashMap<Integer, Long>();
    for (var row : rows.reversed()) {
      assertThat(row.value())
          .as("%s", row)
          .isEqualTo(row.self() + callees.getOrDefault(row.level() + 1, 0L));
      callees.put(row.level() + 1, 0L);
      callees.merge(row.level(), row.value(), Long::sum);
    }
  }

  @Test
  void a_stack_may_be_deeper_than_the_operators_own() {
    var tree = tree(List.of("a;".repeat(200_000) + "a 1"));

    assertThat(FoldedTree.rows(tree, 1, 16_384, Long.MAX_VALUE))
        .hasSize(16_384)
        .last()
        .extracting(FoldedTreeTest::written)
        .isEqualTo("16383 other 1 1");
  }

  private static Random random() {
    return new Random(42);
  }

  private static String stack(Random random, int depth) {
    var stack = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      stack.append(i == 0 ? "" : ";").append((char) ('a' + random.nextInt(i + 2)));
    }
    return stack + " 1";
  }

  private static FrameTree tree(List<String> stacks) {
    var tree = new FrameTree();
    for (var stack : stacks) {
      var count = stack.lastIndexOf(' ');
      var frames = Stream.of(stack.substring(0, count).split(";"))
          .map(name -> new Stack.Frame(name, (byte) 0, false, false));
      tree.accept(new Stack(
          null,
          frames.toArray(Stack.Frame[]::new),
          -1,
          -1,
          Long.parseLong(stack.substring(count + 1)),
          1));
    }
    return tree;
  }

  private static String written(Row row) {
    return "%d %s %d %d".formatted(row.level(), row.label(), row.value(), row.self());
  }
}
