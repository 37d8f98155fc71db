package scenario;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.Executors;

/**
 * Ten workers answer requests and wait for the next one, on platform or virtual threads, as the
 * argument says. Known truth: price makes three and tax one of each four hashes of the same
 * content. So price has 75 % of the CPU time and tax 25 %, on any threads. A worker works for 1 or
 * 2 ms, then waits for 100 ms.
 */
public final class Requests {

  private static final int WORKERS = 10;
  private static final int ROUNDS = 30;

  private static volatile byte[] sink;

  private final byte[] content = new byte[8_192];
  private final MessageDigest md5 = MessageDigest.getInstance("MD5");

  private Requests() throws NoSuchAlgorithmException {}

  public static void main(String[] args) throws Exception {
    Workload.warmUp(new Requests()::answer);
    try (var threads = args[0].equals("virtual")
        ? Executors.newVirtualThreadPerTaskExecutor()
        : Executors.newFixedThreadPool(WORKERS)) {
      for (var i = 0; i < WORKERS; i++) {
        threads.submit(() -> new Requests().work());
      }
    }
  }

  private Void work() throws InterruptedException {
    while (true) {
      answer();
      pause();
    }
  }

  private void answer() {
    for (var i = 0; i < ROUNDS; i++) {
      sink = price();
      sink = tax();
    }
  }

  private byte[] price() {
    sink = md5.digest(content);
    sink = md5.digest(content);
    return md5.digest(content);
  }

  private byte[] tax() {
    return md5.digest(content);
  }

  private void pause() throws InterruptedException {
    Thread.sleep(100);
  }
}
