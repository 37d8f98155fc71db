package dev.hotspotter.e2e;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rules of the node's network that last until this is closed. */
final class NodeNetwork implements AutoCloseable {

  private static final String TABLE = "inet faults";

  private NodeNetwork() {}

  /** Resets all connections to the API server, those that exist, too. */
  static NodeNetwork withoutApiServer() throws IOException, InterruptedException {
    nft("add table " + TABLE + "; add chain " + TABLE
        + " input { type filter hook input priority -10; }; add rule " + TABLE
        + " input tcp dport 6443 reject with tcp reset");
    return new NodeNetwork();
  }

  /** Leads new connections to a Service to another address, before kube-proxy leads them to a pod. */
  static NodeNetwork leading(String service, int port, InetSocketAddress to)
      throws IOException, InterruptedException {
    nft("add table " + TABLE + "; add chain " + TABLE
        + " prerouting { type nat hook prerouting priority -110; }; add rule " + TABLE
        + " prerouting ip daddr %s tcp dport %d dnat ip to %s:%d"
            .formatted(service, port, to.getAddress().getHostAddress(), to.getPort()));
    return new NodeNetwork();
  }

  private static void nft(String rules) throws IOException, InterruptedException {
    var node = Files.readString(Path.of("/run/hotspotter/node")).split(" ")[0];
    Cluster.run("nsenter", "--net", "--target", node, "nft", rules);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    nft("delete table " + TABLE);
  }
}
