package dev.hotspotter.render.stacks;

import java.util.function.Predicate;
import java.util.function.Supplier;
import one.convert.Arguments;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import one.jfr.event.EventCollector;
import one.jfr.event.MethodTrace;

/**
 * Passes traced calls to a converter with their own time, which excludes nested traced calls. So
 * time that several nested calls recorded counts once, for the innermost one.
 */
public final class OwnTimeCollector implements EventCollector {

  private final EventCollector collector;
  private final Supplier<JfrReader> jfr;
  private final Predicate<Event> excluded;
  private TracedEvents calls = new TracedEvents();

  private OwnTimeCollector(
      EventCollector collector, Supplier<JfrReader> jfr, Predicate<Event> excluded) {
    this.collector = collector;
    this.jfr = jfr;
    this.excluded = excluded;
  }

  /**
   * Wraps the collector if it collects durations of calls. The reader may not be known before the
   * first chunk.
   */
  public static EventCollector in(
      EventCollector collector,
      Arguments arguments,
      Supplier<JfrReader> jfr,
      Predicate<Event> excluded) {
    return arguments.trace && arguments.total
        ? new OwnTimeCollector(collector, jfr, excluded)
        : collector;
  }

  @Override
  public void beforeChunk() {
    calls = new TracedEvents();
    collector.beforeChunk();
  }

  @Override
  public void collect(Event event) {
    if (event instanceof MethodTrace call && !excluded.test(call)) {
      calls.add(call);
    }
  }

  @Override
  public void afterChunk() {
    var nested = calls.nested(jfr.get());
    for (var i = 0; i < calls.all().size(); i++) {
      var call = calls.all().get(i);
      collector.collect(
          new MethodTrace(call.time, call.tid, call.stackTraceId, nested.own(i), call.method));
    }
    calls = new TracedEvents();
    collector.afterChunk();
  }

  @Override
  public boolean finish() {
    return collector.finish();
  }

  @Override
  public void forEach(Visitor visitor) {
    collector.forEach(visitor);
  }
}
