package dev.hotspotter;

import dev.hotspotter.web.jobs.Artifacts;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** A store with nothing in it. */
final class NoArtifacts implements Artifacts {

  @Override
  public Optional<Deleted> deleted(String folder) {
    return Optional.empty();
  }

  @Override
  public Optional<Stat> stat(String key) {
    return Optional.empty();
  }

  @Override
  public InputStream open(String key, Stat seen, long first, long bytes) {
    return InputStream.nullInputStream();
  }

  @Override
  public List<String> folders(String folder, int limit) {
    return List.of();
  }
}
