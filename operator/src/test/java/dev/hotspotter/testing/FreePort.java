package dev.hotspotter.testing;

import java.io.IOException;
import java.net.ServerSocket;

/** A port of this machine that nobody listens on, for servers that cannot choose one themselves. */
public final class FreePort {

  private FreePort() {}

  public static int find() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
