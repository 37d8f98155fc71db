package scenario;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Runs each workload in a closed loop, so that the shares of its parts do not depend on its speed.
 * It pauses, so that many workloads can share a machine.
 */
final class Workload {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long WARM_UP = 1_500_000_000;
  private static final long BURST = 10_000_000;
  private static final long PAUSE_MILLIS = 50;

  private Workload() {}

  /** Runs for ever; prints a line after the time for the JIT compiler. A unit takes 0.1 to 1 ms. */
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

  /** CPU time instead of elapsed time, so that a busy machine gives the same number of samples. */
  private static void burn(Runnable unit, long nanoseconds) {
    var end = THREADS.getCurrentThreadCpuTime() + nanoseconds;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      unit.run();
    }
  }
}
