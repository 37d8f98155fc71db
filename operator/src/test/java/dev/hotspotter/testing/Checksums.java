package dev.hotspotter.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.CRC32C;
import one.profiler.AsyncProfiler;

/**
 * A program that spends its time in HotSpot's machine code for checksums. It is fully compiled
 * before the profiler comes, and then records itself. Behind each routine, HotSpot's next debug
 * information is a call in another inlined method.
 */
public final class Checksums {

  private static final int ENOUGH_TO_BE_COMPILED = 30_000;
  private static final int ENOUGH_FOR_SAMPLES = 12_000;

  private static volatile long sink;

  private Checksums() {}

  /**
   * Runs it with these JVM options. It compiles while it waits, so the machine's speed does not
   * matter.
   */
  public static Path record(Path jfr, String... options) throws Exception {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xbatch",
        "-XX:+UseSerialGC",
        "-XX:CompileCommand=quiet"));
    for (var method : List.of("crc", "adler", "keep")) {
      command.add(
          "-XX:CompileCommand=dontinline,%s::%s".formatted(Checksums.class.getName(), method));
    }
    command.addAll(List.of(options));
    command.addAll(List.of(
        "-cp", System.getProperty("java.class.path"), Checksums.class.getName(), jfr.toString()));
    var process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("%s ended with %d".formatted(command, process.exitValue()));
    }
    return jfr;
  }

  public static void main(String[] args) throws Exception {
    sumUp(ENOUGH_TO_BE_COMPILED, new byte[64]);
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=1ms,jfr,file=" + args[0]);
    sumUp(ENOUGH_FOR_SAMPLES, new byte[1 << 20]);
    profiler.execute("stop,file=" + args[0]);
  }

  private static void sumUp(int times, byte[] content) {
    for (int i = 0; i < times; i++) {
      crc(content);
      adler(content);
    }
  }

  private static void crc(byte[] content) {
    var sum = new CRC32C();
    sum.update(content);
    afterCrc(sum.getValue());
  }

  private static void adler(byte[] content) {
    var sum = new Adler32();
    sum.update(content);
    afterAdler(sum.getValue());
  }

  private static void afterCrc(long value) {
    keep(value);
  }

  private static void afterAdler(long value) {
    keep(value);
  }

  private static void keep(long value) {
    sink += value;
  }
}
