package scenario;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * A logger that walks the stack for the caller's name, and writes an id in hexadecimal digits with
 * String.format. After the change the name is a constant and HexFormat writes the digits. Known
 * truth: the thread's own CPU time and count of allocated bytes. It reads both before and after
 * each part, and logs them in percent.
 */
public final class Log {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int LINES = 50;
  private static final int REPORTED = 100;

  private static volatile Object sink;

  private final byte[] id = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");
  private final byte[] content = new byte[100_000];
  private final long[] nanoseconds = new long[3];
  private final long[] bytes = new long[3];
  private final boolean slow;
  private int batches;

  private Log(boolean slow) {
    this.slow = slow;
  }

  public static void main(String[] args) throws InterruptedException {
    var log = new Log(args[0].equals("before"));
    Workload.warmUp(log::batch);
    Arrays.fill(log.nanoseconds, 0);
    Arrays.fill(log.bytes, 0);
    Workload.run(log::batch);
  }

  /**
   * Writes a batch of log lines, part by part, because reading the clock for each line takes too
   * long.
   */
  private void batch() {
    measured(0, () -> sink = slow ? methodName() : "batch");
    measured(1, () -> sink = slow ? hex() : hexFormat());
    measured(2, () -> sink = handle());
    if (++batches % REPORTED == 0) {
      System.out.printf(Locale.ROOT, "cpu %s, alloc %s%n", percent(nanoseconds), percent(bytes));
    }
  }

  private void measured(int part, Runnable line) {
    var start = THREADS.getCurrentThreadCpuTime();
    var before = THREADS.getCurrentThreadAllocatedBytes();
    for (var i = 0; i < LINES; i++) {
      line.run();
    }
    bytes[part] += THREADS.getCurrentThreadAllocatedBytes() - before;
    nanoseconds[part] += THREADS.getCurrentThreadCpuTime() - start;
  }

  private static String methodName() {
    return new Throwable().getStackTrace()[1].getMethodName();
  }

  private String hex() {
    var digits = new StringBuilder();
    for (var b : id) {
      digits.append(String.format("%02x", b));
    }
    return digits.toString();
  }

  private String hexFormat() {
    return HexFormat.of().formatHex(id);
  }

  /** The work besides logging. */
  private Long handle() {
    var sum = new CRC32();
    sum.update(content);
    return sum.getValue();
  }

  private static String percent(long[] parts) {
    var all = Math.max(1, Arrays.stream(parts).sum());
    return String.format(
        Locale.ROOT,
        "methodName %.1f hex %.1f handle %.1f",
        100.0 * parts[0] / all,
        100.0 * parts[1] / all,
        100.0 * parts[2] / all);
  }
}
