package dev.hotspotter.render.stacks;

import java.util.function.Predicate;
import java.util.function.Supplier;
import one.convert.Arguments;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import one.jfr.event.EventCollector;
import one.jfr.event.MethodTrace;

/**
 * Gives a converter traced calls with the time that none of the traced calls within them has, so that time which several calls of
 * a thread were recorded with is in the innermost one alone.
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

  /** The collector itself, where it collects no durations of calls; the reader may not be known before the first chunk. */
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
