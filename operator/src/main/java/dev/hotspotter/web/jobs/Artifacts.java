package dev.hotspotter.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** The stored objects of jobs; keys are those of layout.ObjectKeys. */
public interface Artifacts {

  /** A stored object without its content. */
  record Stat(long bytes, String etag) {}

  /** The time (RFC 3339) and reason of a deletion; the reason is half a sentence. */
  record Deleted(String at, String why) {

    /** The sentence for a viewer with a link to deleted files. */
    String sentence() {
      return "the recordings and graphs of this job were deleted at %s: %s".formatted(at, why);
    }
  }

  /** Empty if the object does not exist. */
  Optional<Stat> stat(String key) throws IOException;

  /**
   * Some bytes of the object that was seen; the reader closes the stream. Fails if the key has
   * another object now.
   */
  InputStream open(String key, Stat seen, long first, long bytes) throws IOException;

  /**
   * The record of a deletion in a job's folder, which ends with a slash; empty without a deletion.
   */
  Optional<Deleted> deleted(String folder) throws IOException;

  /** At most limit direct subfolders, which end with a slash, in alphabetical order. */
  List<String> folders(String folder, int limit) throws IOException;
}
