package dev.hotspotter.web;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Where the pages read what jobs have stored; keys are those of plan.ObjectKeys. */
public interface Artifacts {

  /** A stored object without its content. */
  record Stat(long bytes, String etag) {}

  /** Empty when there is no such object. */
  Optional<Stat> stat(String key) throws IOException;

  /** So many bytes of the object as it was seen; the reader closes it. Fails if there is another under the key by now. */
  InputStream open(String key, Stat seen, long first, long bytes) throws IOException;

  /** The folders right in this folder, with a slash at their end, in alphabetical order; no more than limit. */
  List<String> folders(String folder, int limit) throws IOException;
}
