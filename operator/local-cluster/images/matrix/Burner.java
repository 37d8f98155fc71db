import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;

/**
 * What the compatibility matrix profiles: burns 10 ms of CPU time every 100 ms in a known method
 * and 1 ms in the kernel, and
 * tells whoever connects to the port, its only argument, the version of its JVM.
 */
public final class Burner {

  private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(1 << 18);

  /** A request to stop all threads for half a minute. */
  private static final File STOP_THE_WORLD = new File("/tmp/stop-the-world");

  private static volatile double sink;

  private Burner() {}

  public static void main(String[] args) throws Exception {
    Thread burner = new Thread(Burner::work, "burner");
    burner.setDaemon(true);
    burner.start();
    try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]))) {
      while (true) {
        try (Socket client = server.accept()) {
          client
              .getOutputStream()
              .write(System.getProperty("java.version").getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
  }

  private static void work() {
    try (FileChannel zeros = FileChannel.open(Paths.get("/dev/zero"))) {
      while (true) {
        if (STOP_THE_WORLD.delete()) {
          stopTheWorld();
        }
        burn(10_000_000);
        read(zeros, 1_000_000);
        Thread.sleep(100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** CPU time, not elapsed time: on a busy machine there shall be as many samples. */
  private static void burn(long nanoseconds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + nanoseconds;
    double d = 1;
    while (threads.getCurrentThreadCpuTime() < end) {
      for (int i = 1; i < 1000; i++) {
        d += Math.sqrt(i) / d;
      }
    }
    sink = d;
  }

  /** A collection needs a safepoint, which one thread reaches half a minute late. */
  private static void stopTheWorld() throws InterruptedException {
    double secondsPerRound = 0;
    for (int i = 0; i < 100; i++) {
      long start = System.nanoTime();
      countWithoutPoll(1_000_000);
      secondsPerRound = (System.nanoTime() - start) / 1e15;
    }
    int rounds = (int) Math.min(Integer.MAX_VALUE, 30 / secondsPerRound);
    Thread late = new Thread(() -> countWithoutPoll(rounds), "late");
    late.start();
    Thread.sleep(100);
    System.gc();
    late.join();
  }

  /** With the serial collector, a compiled loop that counts has no safepoint poll. */
  private static void countWithoutPoll(int rounds) {
    long x = Long.MAX_VALUE;
    for (int i = 1; i < rounds; i++) {
      x = Long.MAX_VALUE - x / i / (i | 1) / (i | 2);
    }
    sink = x;
  }

  /** Straight into memory that the kernel clears: nearly all of it is system time. */
  private static void read(FileChannel zeros, long nanoseconds) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + nanoseconds;
    while (threads.getCurrentThreadCpuTime() < end) {
      BUFFER.clear();
      zeros.read(BUFFER);
    }
  }
}
