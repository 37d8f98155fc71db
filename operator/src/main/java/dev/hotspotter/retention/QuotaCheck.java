package dev.hotspotter.retention;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides before a job records whether the store has space. It asks the store only if a limit is
 * set.
 */
public final class QuotaCheck {

  private static final Logger LOG = LoggerFactory.getLogger(QuotaCheck.class);

  /** The store is listed for each job, unless jobs come faster than this. */
  private static final Duration COUNTED = Duration.ofSeconds(1);

  /** Above this share of the capacity, uploads already under way may find no space. */
  private static final int FULL_PERCENT = 90;

  /** The reason why a job cannot record now, and what to do. */
  public record Refusal(String reason, String message) {}

  private final ObjectStore store;
  private final NamespaceLookup namespaces;
  private final RetentionSettings settings;
  private final Sweep sweep;
  private final Ledger ledger;
  private final Clock clock;

  /** Expects a store whose keys are those of the bucket. */
  public QuotaCheck(
      ObjectStore store,
      NamespaceLookup namespaces,
      RetentionSettings settings,
      Sweep sweep,
      Ledger ledger,
      Clock clock) {
    this.store = store;
    this.namespaces = namespaces;
    this.settings = settings;
    this.sweep = sweep;
    this.ledger = ledger;
    this.clock = clock;
  }

  /** Empty when the job may record; then its artifact policy is in the store. */
  public Optional<Refusal> refusal(ProfileJob job) throws StoreException {
    var name = job.getMetadata().getNamespace();
    var namespace = namespaces
        .ask(name)
        .orElseThrow(
            () -> new StoreException("the namespace %s no longer exists".formatted(name), null));
    var limits = NamespaceLimits.of(
        settings, namespace.annotations(), words -> LOG.warn("namespace {}: {}", name, words));
    if (settings.capacity().isPresent() && ledger.total().isEmpty()) {
      sweep.allIfUncounted();
    }
    var refusal = overQuota(namespace, limits).or(this::storeFull);
    if (refusal.isEmpty()) {
      note(namespace, job);
    }
    return refusal;
  }

  /** Deletes due artifacts first. */
  private Optional<Refusal> overQuota(NamespaceLookup.Namespace namespace, NamespaceLimits limits)
      throws StoreException {
    if (limits.quota().isEmpty()) {
      return Optional.empty();
    }
    var folder = namespace.folder();
    if (ledger.of(folder, clock.instant().minus(COUNTED)).isEmpty()) {
      sweep.one(folder);
    }
    var used = ledger.of(folder, Instant.MIN).orElse(0L);
    return limits
        .quota()
        .filter(quota -> used >= quota)
        .map(quota -> new Refusal(
            Reasons.QUOTA_EXCEEDED,
            ("namespace %s has %s of recordings in the object store, and its quota is %s; delete"
                    + " ProfileJobs with artifacts.reclaimPolicy: Delete, or have the quota raised"
                    + " (the namespace's annotation %s, or retention.quotaPerNamespace in the"
                    + " chart's values)")
                .formatted(
                    folder.namespace(),
                    Bytes.words(used),
                    Bytes.words(quota),
                    NamespaceLimits.QUOTA)));
  }

  /** Decides by the last sweep of the whole store. Another sweep follows the end of each job. */
  private Optional<Refusal> storeFull() {
    var used = ledger.total().orElse(0L);
    return settings
        .capacity()
        .filter(capacity -> used >= capacity / 100.0 * FULL_PERCENT)
        .map(capacity -> new Refusal(
            Reasons.OBJECT_STORE_FULL,
            ("the object store has %s of its %s in use, and jobs record only below %d %%; enlarge"
                    + " it, or delete recordings earlier (objectStore.capacity,"
                    + " retention.maxAge and retention.maxBytesPerNamespace in the chart's"
                    + " values)")
                .formatted(Bytes.words(used), Bytes.words(capacity), FULL_PERCENT)));
  }

  private void note(NamespaceLookup.Namespace namespace, ProfileJob job) throws StoreException {
    var policy = ArtifactPolicy.name(job.getSpec().artifacts());
    if (policy.isPresent()) {
      var folder = namespace.folder().path() + ObjectKeys.folderName(job) + "/";
      store.put(
          folder + ArtifactPolicy.FOLDER + policy.get(), new byte[0], "application/octet-stream");
    }
  }
}
