package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.render.answers.AnswersReader;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.TracedCalls;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records methods that call their overloads, themselves and each other. The expected values are
 * this JVM's own measurements.
 */
class NestedCallsIT {

  private static final String CLASS = "dev.hotspotter.render.stacks.NestedCallsIT.";
  private static final String ONE_OVERLOAD = CLASS + "load(Ljava/lang/String;)V";
  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());
  private static final long FEW_PERCENT = 10;
  private static final long A_SECOND = 1_000_000_000;
  private static final int THREADS = 8;
  private static final int DEEP = 10;

  @TempDir
  static Path folder;

  private static final Clock FIND = new Clock();
  private static final Clock WALK = new Clock();
  private static final Clock PLACE = new Clock();
  private static final Clock LOAD = new Clock();
  private static Path jfr;
  private static TracedCalls calls;

  /** The application's own measurements of its outermost calls. */
  private static final class Clock {

    private final LongAdder calls = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void measure(Runnable call) {
      var start = System.nanoTime();
      call.run();
      nanos.add(System.nanoTime() - start);
      calls.increment();
    }
  }

  @BeforeAll
  static void record() throws Exception {
    jfr = folder.resolve("nested.jfr");
    var methods =
        List.of(CLASS + "find", CLASS + "walk", CLASS + "place", CLASS + "reserve", ONE_OVERLOAD);
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=10ms,trace=%s:0,jfr,file=%s"
        .formatted(String.join(":0,trace=", methods), jfr));
    var end = System.nanoTime() + A_SECOND;
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().start(() -> {
        while (System.nanoTime() < end) {
          FIND.measure(NestedCallsIT::find);
          WALK.measure(() -> walk(DEEP));
          PLACE.measure(NestedCallsIT::place);
          load(1);
        }
      }));
    }
    for (var thread : threads) {
      thread.join();
    }
    profiler.execute("stop,file=" + jfr);
    calls = AnswersReader.of(jfr, recording(methods), CODE).calls();
  }

  private static Recording recording(List<String> methods) {
    return Jobs.recording(Jobs.trace(
        methods.stream().map(m -> new TracedMethod(m, "0s")).toArray(TracedMethod[]::new)));
  }

  /** Calls an overload, like a pool's getConnection() that calls getConnection(long). */
  private static void find() {
    find(5_000_000);
  }

  private static void find(long nanos) {
    LockSupport.parkNanos(nanos);
  }

  private static void walk(int depth) {
    LockSupport.parkNanos(500_000);
    if (depth > 1) {
      walk(depth - 1);
    }
  }

  private static void place() {
    LockSupport.parkNanos(2_000_000);
    reserve();
    reserve();
  }

  private static void reserve() {
    LockSupport.parkNanos(3_000_000);
  }

  private static void load(int times) {
    LockSupport.parkNanos(1_000_000);
    LOAD.measure(() -> load("a" + times));
  }

  private static void load(String what) {
    LockSupport.parkNanos(1_000_000 + what.length());
  }

  @Test
  void an_overload_that_is_called_by_another_is_part_of_its_call() {
    assertThat(method("find").calls()).isEqualTo(FIND.calls.sum());
    assertThat(method("find").totalNanos())
        .isCloseTo(FIND.nanos.sum(), withinPercentage(FEW_PERCENT));
  }

  @Test
  void recursion_counts_once() {
    assertThat(method("walk").calls()).isEqualTo(WALK.calls.sum());
    assertThat(method("walk").totalNanos())
        .isCloseTo(WALK.nanos.sum(), withinPercentage(FEW_PERCENT));
  }

  @Test
  void a_traced_method_that_another_one_calls_counts_for_itself_and_for_its_caller() {
    assertThat(method("place").calls()).isEqualTo(PLACE.calls.sum());
    assertThat(method("place").totalNanos())
        .isCloseTo(PLACE.nanos.sum(), withinPercentage(FEW_PERCENT));
    assertThat(method("reserve").calls()).isEqualTo(2 * PLACE.calls.sum());
    assertThat(method("reserve").totalNanos())
        .isBetween(2 * PLACE.nanos.sum() / 3, 9 * PLACE.nanos.sum() / 10);
  }

  @Test
  void a_signature_chooses_one_overload() {
    assertThat(method("load(Ljava/lang/String;)V").calls()).isEqualTo(LOAD.calls.sum());
    assertThat(method("load(Ljava/lang/String;)V").totalNanos())
        .isCloseTo(LOAD.nanos.sum(), withinPercentage(2 * FEW_PERCENT));
  }

  @Test
  void the_graph_is_as_wide_as_the_time_of_the_outermost_calls_and_its_shares_are_of_that()
      throws Exception {
    var stacks = folder.resolve("trace.collapsed");
    FlameGraphs.collapse(jfr, Event.TRACE, false, stacks);
    var all = FIND.nanos.sum() + WALK.nanos.sum() + PLACE.nanos.sum() + LOAD.nanos.sum();

    var counts = StackFiles.counts(Event.TRACE, stacks);

    assertThat(counts.samples()).isCloseTo(all, withinPercentage(FEW_PERCENT));
    assertThat(counts.application().get(CLASS + "find"))
        .isCloseTo(FIND.nanos.sum(), withinPercentage(FEW_PERCENT));
    assertThat(counts.application().get(CLASS + "walk"))
        .isCloseTo(WALK.nanos.sum(), withinPercentage(FEW_PERCENT));
    assertThat(
            counts.application().get(CLASS + "place") + counts.application().get(CLASS + "reserve"))
        .as("place is left with what is not reserve's")
        .isCloseTo(PLACE.nanos.sum(), withinPercentage(FEW_PERCENT));
    assertThat(counts.application().get(CLASS + "reserve"))
        .isCloseTo(method("reserve").totalNanos(), withinPercentage(FEW_PERCENT));
  }

  private static TracedCalls.Method method(String name) {
    return calls.methods().stream()
        .filter(m -> m.method().equals(CLASS + name))
        .findFirst()
        .orElseThrow();
  }
}
