package dev.hotspotter.render.formats;

import dev.hotspotter.render.formats.FrameTree.Node;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;

/**
 * A flame graph coloured by the change of each frame, with its callees. The converter colours by
 * own samples, which hardly change in a method that only calls others. So this class gives the
 * converter a baseline whose own samples differ by the change of the frame's total samples.
 */
final class DifferenceGraph {

  private final double scale;
  private final FlameGraph graph;
  private final FlameGraph compared;
  private final CallStack path = new CallStack();

  private DifferenceGraph(double scale, Arguments arguments) {
    this.scale = scale;
    graph = new FlameGraph(arguments);
    compared = new FlameGraph(arguments);
  }

  /**
   * The graph of the current frames. Baseline samples count scale times; frames only in the
   * baseline are left out.
   */
  static FlameGraph of(FrameTree before, double scale, FrameTree now, Arguments arguments) {
    var difference = new DifferenceGraph(scale, arguments);
    difference.addCallees(now.root(), before.root());
    difference.graph.diff(difference.compared);
    return difference.graph;
  }

  private void addCallees(Node now, Node before) {
    for (var callee : now.callees.values()) {
      path.push(callee.label, Frame.TYPE_NATIVE);
      add(callee, before == null ? null : before.callees.get(callee.label));
      path.pop();
    }
  }

  private void add(Node now, Node before) {
    graph.addSample(path, now.self);
    if (before != null) {
      compared.addSample(path, now.self - (now.samples - Math.round(before.samples * scale)));
    }
    addCallees(now, before);
  }
}
