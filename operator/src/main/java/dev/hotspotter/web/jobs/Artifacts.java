package dev.hotspotter.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Where the pages read what jobs have stored; keys are those of plan.ObjectKeys. */
public interface Artifacts {

  /** A stored object without its content. */
  record Stat(long bytes, String etag) {}

  /** When a job's recordings were deleted (RFC 3339), and why: half a sentence. */
  record Deleted(String at, String why) {

    /** For whoever has a link to them. */
    String sentence() {
      return "the recordings of this job, and what was made of them, were deleted at %s: %s".formatted(at, why);
    }
  }

  /** Empty when there is no such object. */
  Optional<Stat> stat(String key) throws IOException;

  /** So many bytes of the object as it was seen; the reader closes it. Fails if there is another under the key by now. */
  InputStream open(String key, Stat seen, long first, long bytes) throws IOException;

  /** Of a job's folder, with a slash at its end; empty when nobody remembers that something was deleted there. */
  Optional<Deleted> deleted(String folder) throws IOException;

  /** The folders right in this folder, with a slash at their end, in alphabetical order; no more than limit. */
  List<String> folders(String folder, int limit) throws IOException;
}
