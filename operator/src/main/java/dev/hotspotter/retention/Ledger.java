package dev.hotspotter.retention;

import dev.hotspotter.storage.NamespaceFolder;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How much each namespace has in the store, by the last listing of each. */
public final class Ledger {

  /** What was counted, and when. */
  private record Entry(long bytes, Instant counted) {}

  private final Map<NamespaceFolder, Entry> entries = new ConcurrentHashMap<>();
  private volatile boolean complete;

  void put(NamespaceFolder namespace, long bytes, Instant counted) {
    entries.put(namespace, new Entry(bytes, counted));
  }

  /** There is more by now, or less. */
  void changed(String namespace) {
    entries.replaceAll((folder, entry) ->
        folder.namespace().equals(namespace) ? new Entry(entry.bytes(), Instant.MIN) : entry);
  }

  /** All that there are. */
  void keep(Set<NamespaceFolder> namespaces) {
    entries.keySet().retainAll(namespaces);
    complete |= entries.keySet().containsAll(namespaces);
  }

  /** Empty when it was not counted since then. */
  Optional<Long> of(NamespaceFolder namespace, Instant since) {
    return Optional.ofNullable(entries.get(namespace))
        .filter(entry -> !entry.counted().isBefore(since))
        .map(Entry::bytes);
  }

  /** Of all namespaces; empty before each was listed once. */
  public Optional<Long> total() {
    return complete
        ? Optional.of(entries.values().stream().mapToLong(Entry::bytes).sum())
        : Optional.empty();
  }
}
