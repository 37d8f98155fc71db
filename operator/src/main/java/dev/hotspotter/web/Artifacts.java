package dev.hotspotter.web;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Where the pages read what jobs have stored; keys are those of plan.ObjectKeys. */
public interface Artifacts {

  /** A stored object; the reader closes its content. */
  record Artifact(long bytes, String etag, InputStream content) {}

  /** Empty when there is no such object. */
  Optional<Artifact> open(String key) throws IOException;
}
