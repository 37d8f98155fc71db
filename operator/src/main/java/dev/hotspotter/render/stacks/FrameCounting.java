package dev.hotspotter.render.stacks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.report.comparison.ShareChange;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts the stacks of one event by frame; its memory grows with the number of different frames.
 */
public final class FrameCounting implements Consumer<Stack> {

  private final Map<String, Long> self = new HashMap<>();
  private final Map<String, Long> application = new HashMap<>();
  private final Map<String, Long> elsewhere = new HashMap<>();
  private final Map<String, Long> profiler = new HashMap<>();
  private final boolean counted;
  private long total;
  private double squares;

  public FrameCounting(Event event) {
    counted = EventStacks.countSamples(event);
  }

  @Override
  public void accept(Stack stack) {
    if (stack.profiler() >= 0) {
      profiler.merge(stack.frames()[stack.profiler()].name(), stack.samples(), Long::sum);
      return;
    }
    total += stack.samples();
    squares += (double) stack.samples() * (counted ? perObservation(stack) : stack.samples());
    self.merge(stack.innermost(), stack.samples(), Long::sum);
    if (stack.application() >= 0) {
      application.merge(stack.applicationFrame(), stack.samples(), Long::sum);
    } else {
      elsewhere.merge(stack.innermost(), stack.samples(), Long::sum);
    }
  }

  /** The samples per observation, divided by the two that ShareChange already counts as one. */
  private static double perObservation(Stack stack) {
    return Math.max(1, stack.perObservation() / ShareChange.SAMPLES_PER_OBSERVATION);
  }

  public FrameCounts counts() {
    var observations = squares == 0 ? 0 : (double) total * total / squares;
    return new FrameCounts(total, observations, self, application, elsewhere, profiler);
  }
}
