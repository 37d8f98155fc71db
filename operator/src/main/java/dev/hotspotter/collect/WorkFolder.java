package dev.hotspotter.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A temporary folder for one piece of render work; close deletes it with all its files. */
public class WorkFolder implements AutoCloseable {

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

  /** The size of all its files together. */
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

  /**
   * Deletes the folders that a killed operator left. Call it only where no other operator uses the
   * same parent folder.
   */
  public static void deleteLeftovers(Path parent) {
    try (var folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (var folder : folders) {
        delete(folder);
      }
    } catch (IOException e) {
      LOG.warn(
          "the files of an earlier operator in {} cannot be deleted: {}; they take disk space",
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
