package dev.hotspotter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Connections that the node resets until this is closed, those that exist, too. */
final class NodeNetwork implements AutoCloseable {

  private static final String TABLE = "inet faults";

  private NodeNetwork() {}

  /** Resets all connections to the API server. */
  static NodeNetwork withoutApiServer() throws IOException, InterruptedException {
    nft("add table " + TABLE + "; add chain " + TABLE
        + " input { type filter hook input priority -10; }; add rule " + TABLE
        + " input tcp dport 6443 reject with tcp reset");
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
