package dev.hotspotter.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import one.profiler.AsyncProfiler;

/** Burns CPU in one known method while async-profiler records it: a real recording whose answer is known. */
public final class Burner {

  public static final String HOT_METHOD = "dev.hotspotter.testing.Burner.burn";

  private static volatile double sink;

  private Burner() {}

  /** Records this JVM's CPU time for that long into the file. */
  public static void record(Path jfr, Duration length) throws IOException {
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=5ms,jfr,file=" + jfr);
    burn(System.nanoTime() + length.toNanos());
    profiler.execute("stop,file=" + jfr);
  }

  /** Burns until then, in nanoseconds of the system's clock. */
  public static void burn(long until) {
    double d = 1;
    while (System.nanoTime() < until) {
      for (int i = 1; i < 1000; i++) {
        d += Math.sqrt(i) / d;
      }
    }
    sink = d;
  }
}
