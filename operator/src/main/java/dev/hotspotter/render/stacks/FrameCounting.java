package dev.hotspotter.render.stacks;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.report.comparison.ShareChange;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up collapsed stacks by frame, in as much memory as there are different frames. */
public final class FrameCounting {

  private final Map<String, Long> self = new HashMap<>();
  private final Map<String, Long> application = new HashMap<>();
  private final Map<String, Long> elsewhere = new HashMap<>();
  private final Map<String, Long> profiler = new HashMap<>();
  private final boolean counted;
  private long total;
  private double squares;

  private FrameCounting(boolean counted) {
    this.counted = counted;
  }

  /** The sum over all these files of one event. */
  public static FrameCounts of(List<Path> collapsed, Event event, ApplicationCode code) throws BadRecordingException {
    var counting = new FrameCounting(EventStacks.countSamples(event));
    Stacks.read(collapsed, event, code, counting::add);
    return new FrameCounts(counting.total, counting.observations(), counting.self, counting.application, counting.elsewhere, counting.profiler);
  }

  private void add(Stacks.Stack stack) {
    if (stack.profiler() >= 0) {
      profiler.merge(stack.frames()[stack.profiler()], stack.samples(), Long::sum);
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

  /** Those that compare take two for one in any case. */
  private static double perObservation(Stacks.Stack stack) {
    return Math.max(1, stack.perObservation() / ShareChange.SAMPLES_PER_OBSERVATION);
  }

  private double observations() {
    return squares == 0 ? 0 : (double) total * total / squares;
  }
}
