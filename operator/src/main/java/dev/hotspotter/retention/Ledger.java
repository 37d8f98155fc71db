package dev.hotspotter.retention;

import dev.hotspotter.storage.NamespaceFolder;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The bytes of each namespace in the store, from its last listing. */
public final class Ledger {

  /** The bytes counted, and the time. */
  private record Entry(long bytes, Instant counted) {}

  private final Map<NamespaceFolder, Entry> entries = new ConcurrentHashMap<>();
  private volatile boolean complete;

  void put(NamespaceFolder namespace, long bytes, Instant counted) {
    entries.put(namespace, new Entry(bytes, counted));
  }

  /** Marks a namespace's count as out of date. */
  void changed(String namespace) {
    entries.replaceAll((folder, entry) ->
        folder.namespace().equals(namespace) ? new Entry(entry.bytes(), Instant.MIN) : entry);
  }

  /** Keeps only these namespaces, which are all that exist. */
  void keep(Set<NamespaceFolder> namespaces) {
    entries.keySet().retainAll(namespaces);
    complete |= entries.keySet().containsAll(namespaces);
  }

  /** Empty without a count since then. */
  Optional<Long> of(NamespaceFolder namespace, Instant since) {
    return Optional.ofNullable(entries.get(namespace))
        .filter(entry -> !entry.counted().isBefore(since))
        .map(Entry::bytes);
  }

  /** The bytes of all namespaces; empty before each was listed once. */
  public Optional<Long> total() {
    return complete
        ? Optional.of(entries.values().stream().mapToLong(Entry::bytes).sum())
        : Optional.empty();
  }
}
