package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.FrameCounts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up collapsed stacks by frame, in as much memory as there are different frames. */
final class FrameCounting {

  private final Map<String, Long> self = new HashMap<>();
  private final Map<String, Long> application = new HashMap<>();
  private final Map<String, Long> elsewhere = new HashMap<>();
  private long total;
  private double squares;

  private FrameCounting() {}

  /** The sum over all these files of one event. */
  public static FrameCounts of(List<Path> collapsed, Event event, ApplicationCode code) throws BadRecordingException {
    var counting = new FrameCounting();
    Stacks.read(collapsed, event, code, counting::add);
    return new FrameCounts(counting.total, counting.observations(event), counting.self, counting.application, counting.elsewhere);
  }

  private void add(Stacks.Stack stack) {
    total += stack.samples();
    squares += (double) stack.samples() * stack.samples();
    self.merge(stack.innermost(), stack.samples(), Long::sum);
    if (stack.application() >= 0) {
      application.merge(stack.applicationFrame(), stack.samples(), Long::sum);
    } else {
      elsewhere.merge(stack.innermost(), stack.samples(), Long::sum);
    }
  }

  private double observations(Event event) {
    if (EventStacks.countSamples(event)) {
      return total;
    }
    return squares == 0 ? 0 : (double) total * total / squares;
  }
}
