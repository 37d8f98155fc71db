package dev.hotspotter.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import one.profiler.AsyncProfiler;

/** Burns CPU in one known method while async-profiler records it: a real recording whose answer is known. */
public final class Burner {

  public static final String HOT_METHOD = "dev.hotspotter.testing.Burner.burn";

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static volatile double sink;

  private Burner() {}

  /** Records this JVM's CPU time for that long into the file. */
  public static void record(Path jfr, Duration length) throws IOException {
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=5ms,jfr,file=" + jfr);
    burn(length);
    profiler.execute("stop,file=" + jfr);
  }

  /** Burns so much CPU time of this thread, however long a busy machine takes to give it. */
  public static void burn(Duration cpu) {
    var until = CLOCK.getCurrentThreadCpuTime() + cpu.toNanos();
    double d = 1;
    while (CLOCK.getCurrentThreadCpuTime() < until) {
      for (int i = 1; i < 100_000; i++) {
        d += Math.sqrt(i) / d;
      }
    }
    sink = d;
  }
}
