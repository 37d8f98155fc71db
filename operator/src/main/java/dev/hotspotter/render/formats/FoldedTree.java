package dev.hotspotter.render.formats;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.hotspotter.render.formats.FrameTree.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A tree of frames as a table of bounded size. It keeps the heaviest frames; a frame's other
 * callees share one row.
 */
final class FoldedTree {

  /** The label of the row for other callees. */
  static final String REST = "other";

  private static final Comparator<Node> HEAVIEST = Comparator.comparingLong(
          (Node node) -> node.samples)
      .reversed()
      .thenComparing(node -> node.level)
      .thenComparing(node -> node.label);

  /** A row as JSON with its separator, without its values. */
  private static final int SYNTAX = "{\"level\":,\"value\":,\"self\":,\"label\":\"\"},".length();

  /** The maximum size of a row for other callees. */
  private static final int REST_BYTES = 100;

  /**
   * A frame in its place. Rows are in depth-first order, with callees by name. Its value is its
   * self plus the values of its callees.
   */
  record Row(int level, long value, long self, String label) {}

  private final long each;

  /** The number of callees left out, for each kept frame. */
  private final Map<Node, Integer> folded = new IdentityHashMap<>();

  private int rows;
  private long bytes;

  private FoldedTree(long each) {
    this.each = each;
  }

  /**
   * The tree in at most mostRows rows and mostBytes bytes as JSON; a sample has the weight each.
   */
  static List<Row> rows(FrameTree tree, long each, int mostRows, long mostBytes) {
    var folding = new FoldedTree(each);
    var next = new PriorityQueue<>(HEAVIEST);
    folding.keep(tree.root(), next);
    while (!next.isEmpty() && folding.fits(next.peek(), mostRows, mostBytes)) {
      folding.keep(next.poll(), next);
    }
    return folding.list(tree.root());
  }

  /** Keeps a frame. Its caller is at least as heavy, so it is kept already. */
  private void keep(Node node, PriorityQueue<Node> next) {
    rows += 1 + restsWith(node);
    bytes += bytes(node) + (long) REST_BYTES * restsWith(node);
    if (node.caller != null) {
      folded.merge(node.caller, -1, Integer::sum);
    }
    folded.put(node, node.callees.size());
    next.addAll(node.callees.values());
  }

  private boolean fits(Node node, int mostRows, long mostBytes) {
    return rows + 1 + restsWith(node) <= mostRows
        && bytes + bytes(node) + (long) REST_BYTES * restsWith(node) <= mostBytes;
  }

  /**
   * The number of rows for other callees that this frame adds: one if it has callees. It removes
   * its caller's row if that row stood for this frame only.
   */
  private int restsWith(Node node) {
    var own = node.callees.isEmpty() ? 0 : 1;
    var last = node.caller != null && folded.get(node.caller) == 1 ? 1 : 0;
    return own - last;
  }

  private int bytes(Node node) {
    var row = row(node);
    return SYNTAX
        + digits(row.level())
        + digits(row.value())
        + digits(row.self())
        + JsonStringEncoder.getInstance().quoteAsUTF8(row.label()).length;
  }

  private static int digits(long number) {
    return Long.toString(number).length();
  }

  private Row row(Node node) {
    return new Row(node.level, each * node.samples, each * node.self, node.label);
  }

  /** Lists the rows without recursion, because stacks may be deeper than this thread's own. */
  private List<Row> list(Node root) {
    var list = new ArrayList<Row>(rows);
    var left = new ArrayDeque<Listed>();
    left.push(new Listed(row(root), root));
    while (!left.isEmpty()) {
      var listed = left.pop();
      list.add(listed.row());
      if (listed.node() != null) {
        push(listed.node(), left);
      }
    }
    return list;
  }

  /** A row to be listed; the node is null for other callees. */
  private record Listed(Row row, Node node) {}

  /** Pushes callees in reverse order, because the last one pushed is listed next. */
  private void push(Node node, ArrayDeque<Listed> left) {
    var kept = node.callees.descendingMap().values().stream()
        .filter(folded::containsKey)
        .toList();
    var inKept = kept.stream().mapToLong(callee -> callee.samples).sum();
    var rest = each * (node.samples - node.self - inKept);
    if (folded.get(node) > 0) {
      left.push(new Listed(new Row(node.level + 1, rest, rest, REST), null));
    }
    kept.forEach(callee -> left.push(new Listed(row(callee), callee)));
  }
}
