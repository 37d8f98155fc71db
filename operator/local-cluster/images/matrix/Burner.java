import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;

/**
 * What the compatibility matrix profiles: burns 10 ms of CPU time every 100 ms in a known method, and tells whoever
 * connects to the port, its only argument, the version of its JVM.
 */
public final class Burner {

  private static volatile double sink;

  private Burner() {}

  public static void main(String[] args) throws Exception {
    var burner = new Thread(Burner::work, "burner");
    burner.setDaemon(true);
    burner.start();
    try (var server = new ServerSocket(Integer.parseInt(args[0]))) {
      while (true) {
        try (var client = server.accept()) {
          client.getOutputStream().write(System.getProperty("java.version").getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
  }

  private static void work() {
    try {
      while (true) {
        burn(10_000_000);
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** CPU time, not elapsed time: on a busy machine there shall be as many samples. */
  private static void burn(long nanoseconds) {
    var threads = ManagementFactory.getThreadMXBean();
    var end = threads.getCurrentThreadCpuTime() + nanoseconds;
    double d = 1;
    while (threads.getCurrentThreadCpuTime() < end) {
      for (var i = 1; i < 1000; i++) {
        d += Math.sqrt(i) / d;
      }
    }
    sink = d;
  }
}
