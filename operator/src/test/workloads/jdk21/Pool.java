package scenario;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * Fifty threads share a pool of connections, first come, first served; the argument is its size.
 * Known truth: with eight connections, eight threads query and 42 wait. So borrow has 84 % of the
 * threads' time. Each borrow takes the time of 42 / 8 queries of 20 ms: 105 ms, and more if the
 * machine wakes threads slowly. With fifty connections no thread waits.
 */
public final class Pool {

  private static final int THREADS = 50;

  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private final Semaphore free;

  private Pool(int connections) {
    free = new Semaphore(connections, true);
    for (var i = 0; i < connections; i++) {
      idle.add(new Connection());
    }
  }

  public static void main(String[] args) {
    var pool = new Pool(Integer.parseInt(args[0]));
    for (var i = 0; i < THREADS; i++) {
      new Thread(pool::work, "worker-" + i).start();
    }
    System.out.println("warm");
  }

  private void work() {
    try {
      while (true) {
        var connection = borrow();
        connection.query();
        giveBack(connection);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Connection borrow() throws InterruptedException {
    free.acquire();
    return idle.remove();
  }

  private void giveBack(Connection connection) {
    idle.add(connection);
    free.release();
  }

  private static final class Connection {

    private void query() throws InterruptedException {
      Thread.sleep(20);
    }
  }
}
