package dev.hotspotter.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port of this machine that leads to another one; until it begins, it accepts connections and says nothing. */
public final class PortForward implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Port 0 means any free port. */
  public PortForward(int port, int target) throws IOException {
    listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    this.target = target;
  }

  public int port() {
    return listener.getLocalPort();
  }

  public void begin() {
    threads.submit(() -> {
      while (true) {
        var client = listener.accept();
        var server = new Socket(InetAddress.getLoopbackAddress(), target);
        threads.submit(() -> copy(client, server));
        threads.submit(() -> copy(server, client));
      }
    });
  }

  /** Copies until one of them ends, and then ends both. */
  private static Void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }
}
