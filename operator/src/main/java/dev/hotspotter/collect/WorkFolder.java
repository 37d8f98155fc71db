package dev.hotspotter.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A temporary folder for one piece of rendering, gone with all its files when that is done. */
public final class WorkFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkFolder.class);
  private static final String PREFIX = "render-";

  private final Path folder;

  public WorkFolder() throws IOException {
    folder = Files.createTempDirectory(PREFIX);
  }

  Path path() {
    return folder;
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  /** What its files take. */
  long bytes() throws IOException {
    try (var files = Files.list(folder)) {
      long bytes = 0;
      for (var file : files.toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }

  @Override
  public void close() throws IOException {
    delete(folder);
  }

  /** Deletes what an operator that was killed has left there; only where no other operator uses the same folder. */
  public static void deleteLeftovers(Path parent) {
    try (var folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (var folder : folders) {
        delete(folder);
      }
    } catch (IOException e) {
      LOG.warn(
          "what an earlier operator left in {} cannot be deleted and takes room: {}",
          parent,
          e.toString());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
