package dev.hotspotter.reconcile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary folder for one piece of rendering, gone with all its files when that is done. */
final class WorkFolder implements AutoCloseable {

  private final Path folder;

  WorkFolder() throws IOException {
    folder = Files.createTempDirectory("render-");
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
