package dev.hotspotter.render.formats;

import dev.hotspotter.render.stacks.Stack;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The stacks of one event as a tree: the children of a frame are its callees. */
public final class FrameTree implements Consumer<Stack> {

  /** The label of the root, the same as in Grafana's data from other sources. */
  static final String ROOT = "total";

  private final Node root = new Node(ROOT, null);

  /** A frame in its place below its callers, with its total samples and its own. */
  static final class Node {

    final String label;
    /** Null for the root. */
    final Node caller;

    final int level;
    /** The callees by name. */
    NavigableMap<String, Node> callees = Collections.emptyNavigableMap();

    long samples;
    long self;

    private Node(String label, Node caller) {
      this.label = label;
      this.caller = caller;
      level = caller == null ? 0 : caller.level + 1;
    }

    /** Creates the map on demand, because most frames are innermost ones. */
    private Node through(String name, Stack stack) {
      if (callees.isEmpty()) {
        callees = new TreeMap<>();
      }
      var callee = callees.computeIfAbsent(name, n -> new Node(n, this));
      callee.samples += stack.samples();
      return callee;
    }
  }

  @Override
  public void accept(Stack stack) {
    root.samples += stack.samples();
    var node = stack.root() == null ? root : root.through(stack.root().name(), stack);
    for (var frame : stack.frames()) {
      node = node.through(frame.name(), stack);
    }
    node.self += stack.samples();
  }

  Node root() {
    return root;
  }
}
