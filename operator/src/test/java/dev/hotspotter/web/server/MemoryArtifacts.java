package dev.hotspotter.web.server;

import dev.hotspotter.web.jobs.Artifacts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Objects kept in memory, and what was asked of them. */
public final class MemoryArtifacts implements Artifacts {

  public final Map<String, String> stored = new ConcurrentHashMap<>();
  final Map<String, Deleted> deleted = new ConcurrentHashMap<>();
  public final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  public volatile boolean broken;

  @Override
  public Optional<Stat> stat(String key) throws IOException {
    ask(key);
    return Optional.ofNullable(stored.get(key)).map(text -> new Stat(bytes(text).length, "5d41"));
  }

  @Override
  public InputStream open(String key, Stat seen, long first, long bytes) throws IOException {
    ask(key);
    return new ByteArrayInputStream(bytes(stored.get(key)), (int) first, (int) bytes);
  }

  @Override
  public Optional<Deleted> deleted(String folder) throws IOException {
    ask(folder);
    return Optional.ofNullable(deleted.get(folder));
  }

  @Override
  public List<String> folders(String folder, int limit) throws IOException {
    ask(folder);
    return stored.keySet().stream()
        .filter(key -> key.startsWith(folder))
        .map(key -> key.substring(0, key.indexOf('/', folder.length()) + 1))
        .distinct()
        .sorted()
        .limit(limit)
        .toList();
  }

  private void ask(String key) throws IOException {
    asked.add(key);
    if (broken) {
      throw new IOException("the store is away");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
