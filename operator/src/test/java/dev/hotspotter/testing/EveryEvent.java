package dev.hotspotter.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import one.profiler.AsyncProfiler;

/** Does something of every kind while async-profiler records all events that go together, with the JVM's own ones. */
public final class EveryEvent {

  private static final long A_SECOND = 1_000_000_000;
  private static final Object MONITOR = new Object();
  private static final byte[][] KEPT = new byte[1000][];

  private EveryEvent() {}

  /** The calls of slow during a recording, and the nanoseconds that they took, as their caller measured them. */
  public record SlowCalls(int count, long nanos) {}

  /** Records a second of this JVM into the file. */
  public static SlowCalls record(Path jfr) throws Exception {
    return record(
        jfr,
        "event=ctimer,interval=1ms,wall=10ms,alloc=64k,live,lock=10us,nativelock=1,nativemem=1k,nofree,jstackdepth=64"
            + ",trace=dev.hotspotter.testing.EveryEvent.slow:5000000,"
            + "trace=java.lang.Throwable.fillInStackTrace:0,jfrsync=default");
  }

  /** Records a second of this JVM with other options of the profiler. */
  public static SlowCalls record(Path jfr, String options) throws Exception {
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,%s,jfr,file=%s".formatted(options, jfr));
    var end = System.nanoTime() + A_SECOND;
    var sleeper =
        Thread.ofPlatform().name("sleeper").daemon().start(() -> until(end, LockSupport::park));
    var others = List.of(
        Thread.ofPlatform().start(() -> until(end, EveryEvent::contend)),
        Thread.ofPlatform().start(() -> until(end, EveryEvent::contend)),
        Thread.ofPlatform().start(() -> until(end, () -> wake(sleeper))),
        Thread.ofPlatform().start(() -> until(end, () -> wake(sleeper))));
    var calls = new AtomicInteger();
    var nanos = new AtomicLong();
    until(end, () -> {
      KEPT[(int) (System.nanoTime() % KEPT.length)] = new byte[10_000];
      new Deflater().end();
      fail();
      var begin = System.nanoTime();
      slow();
      nanos.addAndGet(System.nanoTime() - begin);
      calls.incrementAndGet();
    });
    for (var other : others) {
      other.join();
    }
    profiler.execute("stop,file=" + jfr);
    return new SlowCalls(calls.get(), nanos.get());
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
    if (new IllegalStateException("for the profiler").getMessage().isEmpty()) {
      throw new AssertionError();
    }
  }

  static void slow() {
    LockSupport.parkNanos(10_000_000);
  }
}
