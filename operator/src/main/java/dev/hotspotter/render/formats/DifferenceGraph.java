package dev.hotspotter.render.formats;

import dev.hotspotter.render.formats.FrameTree.Node;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;

/**
 * A flame graph that is coloured by how much more or less there is of each frame, its callees included. The converter colours by a
 * frame's own samples, in which a method that has others do its work never changes; so what it is given to compare with has such
 * own samples that they differ by as much as all of the frame's samples do.
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

  /** Of what there is now; frames that there were only before are not in it, each sample of which counts scale times. */
  static FlameGraph of(FrameTree before, double scale, FrameTree now, Arguments arguments) {
    var difference = new DifferenceGraph(scale, arguments);
    difference.addCallees(now.root(), before.root());
    difference.graph.diff(difference.compared);
    return difference.graph;
  }

  private void addCallees(Node now, Node before) {
    for (var callee : now.callees().values()) {
      path.push(callee.label(), Frame.TYPE_NATIVE);
      add(callee, before == null ? null : before.callees().get(callee.label()));
      path.pop();
    }
  }

  private void add(Node now, Node before) {
    graph.addSample(path, now.self());
    if (before != null) {
      compared.addSample(path, now.self() - (now.samples() - Math.round(before.samples() * scale)));
    }
    addCallees(now, before);
  }
}
