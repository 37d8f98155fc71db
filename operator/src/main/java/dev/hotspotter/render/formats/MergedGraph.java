package dev.hotspotter.render.formats;

import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.stacks.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;

/**
 * The flame graph of one event over the stacks of any number of targets, by async-profiler's
 * converter.
 */
public final class MergedGraph implements Consumer<Stack> {

  private final Arguments arguments;
  private final FlameGraph graph;
  private final CallStack path = new CallStack();

  public MergedGraph(String title) {
    arguments = FlameGraphs.arguments(title);
    graph = new FlameGraph(arguments);
  }

  @Override
  public void accept(Stack stack) {
    path.clear();
    if (stack.root() != null) {
      push(stack.root());
    }
    for (var frame : stack.frames()) {
      push(frame);
    }
    graph.addSample(path, stack.samples());
  }

  private void push(Stack.Frame frame) {
    path.push(frame.name(), frame.type());
  }

  /**
   * Writes a self-contained page, and collapsed stacks unless that path is null. Call it only once.
   */
  public void write(Path html, Path collapsed) throws BadRecordingException, IOException {
    if (collapsed != null) {
      arguments.output = "collapsed";
      Formats.write(graph::dump, collapsed);
    }
    // the page comes last, because writing it removes the names from the graph
    arguments.output = "html";
    FlameGraphs.writePage(graph::dump, html);
  }
}
