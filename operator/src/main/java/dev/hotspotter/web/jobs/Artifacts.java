package dev.hotspotter.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** The objects that jobs have stored, for the pages to read; keys are those of layout.ObjectKeys. */
public interface Artifacts {

  /** A stored object without its content. */
  record Stat(long bytes, String etag) {}

  /** When a job's recordings were deleted (RFC 3339), and why: half a sentence. */
  record Deleted(String at, String why) {

    /** The sentence for someone who has a link to them. */
    String sentence() {
      return "the recordings of this job, and what was made of them, were deleted at %s: %s"
          .formatted(at, why);
    }
  }

  /** Empty when there is no such object. */
  Optional<Stat> stat(String key) throws IOException;

  /** Some bytes of the object as it was seen; the reader closes it. Fails if the key has another object by now. */
  InputStream open(String key, Stat seen, long first, long bytes) throws IOException;

  /** The note on a job's folder, which ends with a slash; empty when no note says that something was deleted there. */
  Optional<Deleted> deleted(String folder) throws IOException;

  /**
   * The folders right in this folder, with a slash at their end, in alphabetical order; at most as many as the limit.
   */
  List<String> folders(String folder, int limit) throws IOException;
}
