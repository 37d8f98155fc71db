package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.ApplicationCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A real recording of this JVM of all events that go together, with the JVM's own ones: each event has its own stacks. */
class EventStacksIT {

  private static final long A_SECOND = 1_000_000_000;
  private static final int DEEPEST = 64;

  @TempDir static Path folder;

  private static final Object MONITOR = new Object();
  private static final byte[][] KEPT = new byte[1000][];
  private static Path recording;

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("recording.jfr");
    var profiler = AsyncProfiler.getInstance();
    profiler.execute(
        "start,event=ctimer,interval=1ms,wall=10ms,alloc=64k,live,lock=10us,nativelock=1,nativemem=1k,nofree,jstackdepth=" + DEEPEST
            + ",trace=dev.hotspotter.render.EventStacksIT.slow:5000000,trace=java.lang.Throwable.fillInStackTrace:0,jfrsync=default,jfr,file="
            + recording);
    var end = System.nanoTime() + A_SECOND;
    var sleeper = Thread.ofPlatform().daemon().start(() -> until(end, LockSupport::park));
    var others =
        List.of(
            Thread.ofPlatform().start(() -> until(end, EventStacksIT::contend)),
            Thread.ofPlatform().start(() -> until(end, EventStacksIT::contend)),
            Thread.ofPlatform().start(() -> until(end, () -> wake(sleeper))),
            Thread.ofPlatform().start(() -> until(end, () -> wake(sleeper))));
    until(end, () -> {
      KEPT[(int) (System.nanoTime() % KEPT.length)] = new byte[10_000];
      new Deflater().end();
      fail();
      slow();
    });
    for (var other : others) {
      other.join();
    }
    profiler.execute("stop,file=" + recording);
  }

  private static void until(long end, Runnable work) {
    while (System.nanoTime() < end) {
      work.run();
    }
  }

  private static void contend() {
    synchronized (MONITOR) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void wake(Thread sleeper) {
    LockSupport.unpark(sleeper);
  }

  private static void fail() {
    assertThat(new IllegalStateException("for the profiler").getMessage()).isNotEmpty();
  }

  static void slow() {
    LockSupport.parkNanos(10_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "CTIMER, EventStacksIT", "WALL, EventStacksIT.slow", "ALLOC, byte[]", "LIVE, byte[]", "LOCK, EventStacksIT.contend",
    "NATIVELOCK, EventStacksIT.wake", "NATIVEMEM, EventStacksIT.lambda", "TRACE, EventStacksIT.slow", "EXCEPTIONS, EventStacksIT.fail"
  })
  void each_event_has_its_stacks_and_a_graph(Event event, String frame) throws Exception {
    var collapsed = collapse(event, false);
    var html = folder.resolve(event.word() + ".html");
    FlameGraphs.draw(List.of(collapsed), event, event.word(), html);

    assertThat(Files.readAllLines(collapsed)).anyMatch(stack -> stack.contains(frame));
    assertThat(html).isNotEmptyFile();
    assertThat(hot(collapsed, event).samples()).isPositive();
  }

  private static HotList hot(Path collapsed, Event event) throws Exception {
    var code = new ApplicationCode(List.of(), List.of());
    var files = List.of(collapsed);
    return HotFrames.of(FrameCounting.of(files, event, code), files, event, code);
  }

  @Test
  void exceptions_are_no_traced_calls_and_the_other_way_round() throws Exception {
    assertThat(collapse(Event.TRACE, false)).content().doesNotContain("fillInStackTrace");
    assertThat(Files.readAllLines(collapse(Event.EXCEPTIONS, false))).allMatch(stack -> stack.contains("fillInStackTrace"));
  }

  @Test
  void traced_calls_are_as_wide_as_they_took_long() throws Exception {
    assertThat(hot(collapse(Event.TRACE, false), Event.TRACE).samples()).isBetween(A_SECOND / 4, 2 * A_SECOND);
  }

  /** However few stacks they have. */
  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LIVE", "NATIVEMEM"})
  void samples_that_have_a_weight_are_observations_as_well(Event event) throws Exception {
    var counts = FrameCounting.of(List.of(collapse(event, false)), event, new ApplicationCode(List.of(), List.of()));

    assertThat(counts.observations()).isBetween(10.0, 2_000.0);
  }

  @Test
  void the_hottest_application_frame_of_live_is_no_class() throws Exception {
    assertThat(hot(collapse(Event.LIVE, false), Event.LIVE).application().getFirst().frame()).doesNotContain("[]");
  }

  @Test
  void threads_are_kept_apart_on_demand() throws Exception {
    assertThat(Files.readAllLines(collapse(Event.WALL, true))).allMatch(stack -> stack.startsWith("["));
    assertThat(Files.readAllLines(collapse(Event.WALL, false))).noneMatch(stack -> stack.startsWith("["));
  }

  private static Path collapse(Event event, boolean threads) throws Exception {
    var collapsed = folder.resolve(event.word() + threads + ".collapsed");
    FlameGraphs.collapse(recording, event, threads, collapsed);
    return collapsed;
  }
}
