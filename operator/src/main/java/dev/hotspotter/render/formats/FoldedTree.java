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

/** A tree of frames as the rows of a table of bounded size: the heaviest frames are kept, what is left out of a frame's callees is one row. */
final class FoldedTree {

  /** The label of what was left out. */
  static final String REST = "other";

  private static final Comparator<Node> HEAVIEST = Comparator.comparingLong(Node::samples)
      .reversed()
      .thenComparing(Node::level)
      .thenComparing(Node::label);

  /** A row as JSON, without its values, and with what comes between rows. */
  private static final int SYNTAX = "{\"level\":,\"value\":,\"self\":,\"label\":\"\"},".length();

  /** More than such a row ever takes. */
  private static final int REST_BYTES = 100;

  /**
   * A frame in its place. Rows follow each other depth first, the callees of a frame by name, and its value is its self and
   * the values of its callees together.
   */
  record Row(int level, long value, long self, String label) {}

  private final long each;

  /** Of the frames that are kept, how many of their callees are not. */
  private final Map<Node, Integer> folded = new IdentityHashMap<>();

  private int rows;
  private long bytes;

  private FoldedTree(long each) {
    this.each = each;
  }

  /** At most so many rows, which as JSON have at most so many bytes; a sample counts each. */
  static List<Row> rows(FrameTree tree, long each, int mostRows, long mostBytes) {
    var folding = new FoldedTree(each);
    var next = new PriorityQueue<>(HEAVIEST);
    folding.keep(tree.root(), next);
    while (!next.isEmpty() && folding.fits(next.peek(), mostRows, mostBytes)) {
      folding.keep(next.poll(), next);
    }
    return folding.list(tree.root());
  }

  /** A frame's caller is at least as heavy, so it is there first. */
  private void keep(Node node, PriorityQueue<Node> next) {
    rows += 1 + restsWith(node);
    bytes += bytes(node) + (long) REST_BYTES * restsWith(node);
    if (node.caller() != null) {
      folded.merge(node.caller(), -1, Integer::sum);
    }
    folded.put(node, node.callees().size());
    next.addAll(node.callees().values());
  }

  private boolean fits(Node node, int mostRows, long mostBytes) {
    return rows + 1 + restsWith(node) <= mostRows
        && bytes + bytes(node) + (long) REST_BYTES * restsWith(node) <= mostBytes;
  }

  /** How many more rows of what is left out there are with this frame: one for its callees, less the one that it alone was in. */
  private int restsWith(Node node) {
    var own = node.callees().isEmpty() ? 0 : 1;
    var last = node.caller() != null && folded.get(node.caller()) == 1 ? 1 : 0;
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
    return new Row(node.level(), each * node.samples(), each * node.self(), node.label());
  }

  /** Without recursion, as stacks may be deeper than that of this thread. */
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

  /** What is yet to be listed; the node is null for what was left out. */
  private record Listed(Row row, Node node) {}

  /** The last one first, as the last that is pushed is the next to be listed. */
  private void push(Node node, ArrayDeque<Listed> left) {
    var kept = node.callees().descendingMap().values().stream()
        .filter(folded::containsKey)
        .toList();
    var rest = each
        * (node.samples() - node.self() - kept.stream().mapToLong(Node::samples).sum());
    if (folded.get(node) > 0) {
      left.push(new Listed(new Row(node.level() + 1, rest, rest, REST), null));
    }
    kept.forEach(callee -> left.push(new Listed(row(callee), callee)));
  }
}
