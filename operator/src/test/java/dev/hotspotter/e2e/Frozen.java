package dev.hotspotter.e2e;

import java.io.IOException;
import java.util.List;

/** Processes that stand still until this is closed. */
record Frozen(List<NodeProcess> processes) implements AutoCloseable {

  Frozen {
    signal(processes, "STOP");
  }

  private static void signal(List<NodeProcess> processes, String name) {
    try {
      for (var process : processes) {
        process.signal(name);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    signal(processes, "CONT");
  }
}
