package dev.hotspotter.retention;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.telemetry.RetentionMetrics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes due artifacts by the store's listing. It remembers nothing between sweeps, so it may end
 * at any instant. A failure delays nothing else, and the next sweep tries again.
 */
public final class Sweep {

  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /** A sidecar reads its order within seconds, but the store's clock may be behind. */
  private static final Duration TIME_TO_READ = Duration.ofHours(1);

  private final ObjectStore store;
  private final Tombstones tombstones;
  private final NamespaceLookup namespaces;
  private final Set<String> watched;
  private final Supplier<Collection<ProfileJob>> jobs;
  private final BooleanSupplier mayDelete;
  private final RetentionSettings settings;
  private final Ledger ledger;
  private final RetentionMetrics metrics;
  private final Clock clock;

  /**
   * @param store a store whose keys are those of the bucket
   * @param watched the namespaces with deletions; none means all
   * @param jobs all existing jobs; read after the store, or a job that began in between could look deleted
   * @param mayDelete false while the jobs are incomplete, or another instance leads
   */
  public Sweep(
      ObjectStore store,
      NamespaceLookup namespaces,
      Set<String> watched,
      Supplier<Collection<ProfileJob>> jobs,
      BooleanSupplier mayDelete,
      RetentionSettings settings,
      Ledger ledger,
      RetentionMetrics metrics,
      Clock clock) {
    this.store = store;
    this.tombstones = new Tombstones(store);
    this.namespaces = namespaces;
    this.watched = watched;
    this.jobs = jobs;
    this.mayDelete = mayDelete;
    this.settings = settings;
    this.ledger = ledger;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** Sweeps the whole store, one namespace after the other. */
  synchronized void all() throws StoreException {
    var folders = new LinkedHashSet<NamespaceFolder>();
    store
        .folders("", Integer.MAX_VALUE)
        .forEach(path -> NamespaceFolder.of(path).ifPresent(folders::add));
    store
        .folders(Tombstones.FOLDER, Integer.MAX_VALUE)
        .forEach(path ->
            NamespaceFolder.of(path.substring(Tombstones.FOLDER.length())).ifPresent(folders::add));
    var whole = true;
    for (var folder : folders) {
      try {
        whole &= one(folder);
      } catch (StoreException | RuntimeException e) {
        whole = false;
        failed(folder.path(), e);
      }
    }
    ledger.keep(folders);
    if (whole) {
      metrics.swept(clock.instant());
    }
  }

  /** Counts the whole store, unless another sweep has just done so. */
  synchronized void allIfUncounted() throws StoreException {
    if (ledger.total().isEmpty()) {
      all();
    }
  }

  /** Sweeps one namespace; false if something could not be deleted. */
  boolean one(NamespaceFolder folder) throws StoreException {
    var tally = new Tally(folder.path());
    store.list(folder.path(), tally);
    ledger.put(folder, tally.bytes(), clock.instant());
    if (!watched.isEmpty() && !watched.contains(folder.namespace())) {
      return true;
    }
    var written = tombstones.in(folder);
    var here = namespaces
        .ask(folder.namespace())
        .filter(namespace -> namespace.folder().equals(folder));
    var limits = here.map(namespace -> NamespaceLimits.of(
            settings,
            namespace.annotations(),
            words -> LOG.warn("namespace {}: {}", folder.namespace(), words)))
        .orElseGet(() -> NamespaceLimits.ofGoneNamespace(settings));
    var use = here.isPresent()
        ? FolderUse.of(folder.namespace(), jobs.get(), written.keySet())
        : FolderUse.ofGoneNamespace(written.keySet());
    var left = tally.bytes();
    var whole = true;
    for (var deletion : Retention.due(tally.jobs(), use, limits, clock.instant())) {
      var gone = mayDelete.getAsBoolean() && delete(folder, deletion, written);
      left -= gone ? deletion.job().bytes() : 0;
      whole &= gone;
    }
    ledger.put(folder, left, clock.instant());
    forget(folder, tally, written);
    return whole;
  }

  private boolean delete(NamespaceFolder folder, Deletion deletion, Map<String, ?> written) {
    var path = folder.path() + deletion.job().name() + "/";
    try {
      if (!written.containsKey(deletion.job().name())) {
        tombstones.write(folder, deletion, clock.instant());
      }
      var keys = new HashSet<String>();
      store.list(path, object -> {
        if (!isUnread(object)) {
          keys.add(object.key());
        }
      });
      if (keys.isEmpty()) {
        return true;
      }
      store.delete(inOrder(path, keys).toList());
      LOG.info("deleted {} ({}): {}", path, Bytes.words(deletion.job().bytes()), deletion.why());
      metrics.deleted(deletion.cause().word());
      return true;
    } catch (StoreException | RuntimeException e) {
      failed(path, e);
      return false;
    }
  }

  /** True for an order that its sidecar may not have read yet; a later sweep deletes it. */
  private boolean isUnread(ObjectStore.Listed object) {
    return object.key().endsWith("/" + ObjectKeys.ORDERS)
        && object.modified().plus(TIME_TO_READ).isAfter(clock.instant());
  }

  /**
   * Deletes the report first: without it, the job's page and the list say that the job is deleted.
   * The policy goes last.
   */
  private static Stream<String> inOrder(String path, Set<String> keys) {
    return keys.stream()
        .sorted(Comparator.comparing((String key) -> !key.equals(path + ObjectKeys.REPORT))
            .thenComparing(key -> key.startsWith(path + ArtifactPolicy.FOLDER))
            .thenComparing(Comparator.naturalOrder()));
  }

  private void forget(NamespaceFolder folder, Tally tally, Map<String, Instant> written)
      throws StoreException {
    if (mayDelete.getAsBoolean()) {
      var stored = new HashSet<String>();
      tally.jobs().forEach(job -> stored.add(job.name()));
      tombstones.forget(folder, written, stored, clock.instant());
    }
  }

  private void failed(String path, Exception e) {
    LOG.warn(
        "{} cannot be swept now; the next sweep tries again: {}",
        path,
        e.getMessage(),
        e instanceof RuntimeException ? e : null);
    metrics.failed();
  }
}
