package scenario;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How each workload runs: in a closed loop, so that the shares of its parts do not depend on how much it gets done, and with pauses,
 * so that many can run on one machine.
 */
final class Workload {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long WARM_UP = 1_500_000_000;
  private static final long BURST = 10_000_000;
  private static final long PAUSE_MILLIS = 50;

  private Workload() {}

  /** For ever; a line says when the JIT compiler has had its time. A unit takes 0.1 to 1 ms. */
  static void run(Runnable unit) throws InterruptedException {
    warmUp(unit);
    while (true) {
      burn(unit, BURST);
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  static void warmUp(Runnable unit) {
    burn(unit, WARM_UP);
    System.out.println("warm");
  }

  /** CPU time, not elapsed time: on a busy machine there shall be as many samples. */
  private static void burn(Runnable unit, long nanoseconds) {
    var end = THREADS.getCurrentThreadCpuTime() + nanoseconds;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      unit.run();
    }
  }
}
