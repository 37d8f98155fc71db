package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.ReclaimPolicy;
import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.telemetry.RetentionMetrics;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.S3Proxy;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.testing.Targets;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sweeps of real stores: they delete some objects, and keep all others. */
class SweepIT {

  private static final NamespaceFolder SHOP =
      new NamespaceFolder("shop", "0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f");
  private static final NamespaceFolder SHOP_BEFORE =
      new NamespaceFolder("shop", "7d24c0b9-1f0c-4a5e-8c55-0d6e8f1a2b3c");
  private static final NamespaceFolder BILLING =
      new NamespaceFolder("billing", "aaaaaaaa-5b1d-4c7e-9f60-1a2b3c4d5e6f");
  private static final String TEN = "0123456789";

  @TempDir
  Path temp;

  private final SetClock clock = new SetClock(Instant.now());
  private final List<ProfileJob> jobs = new ArrayList<>();
  private final Map<String, NamespaceLookup.Namespace> namespaces = new HashMap<>(Map.of(
      "shop",
      new NamespaceLookup.Namespace(SHOP, Map.of()),
      "billing",
      new NamespaceLookup.Namespace(BILLING, Map.of())));
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final RetentionMetrics metrics = new RetentionMetrics(registry);
  private final Ledger ledger = new Ledger();
  private boolean mayDelete = true;

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void what_is_over_its_age_is_deleted_and_links_can_say_so_for_a_while(S3Server.Kind kind)
      throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, SHOP, "old-1f0c3a5e", 3);
      put(store, SHOP, "running-1f0c3a5e", 1);
      put(store, SHOP_BEFORE, "before-1f0c3a5e", 1);
      put(store, "backup.20261122/db-20261122/dump.sql");
      put(store, "shop/of-no-uid-1f0c3a5e/merged/report.json");
      put(store, SHOP.path() + "not-a-job/x");
      jobs.add(job("running"));
      clock.forward(Duration.ofDays(31));

      var sweep = sweep(store, age(30));
      sweep.all();

      assertThat(store.list(""))
          .containsExactlyInAnyOrder(
              SHOP.path() + "running-1f0c3a5e/pod-0/app/recording.jfr",
              SHOP.path() + "running-1f0c3a5e/merged/report.json",
              SHOP.path() + "not-a-job/x",
              "backup.20261122/db-20261122/dump.sql",
              "shop/of-no-uid-1f0c3a5e/merged/report.json",
              "_deleted/%sold-1f0c3a5e.json".formatted(SHOP.path()),
              "_deleted/%sbefore-1f0c3a5e.json".formatted(SHOP_BEFORE.path()));
      assertThat(store.folders(SHOP.path(), 10))
          .as("no empty folder is left")
          .containsExactly(SHOP.path() + "not-a-job/", SHOP.path() + "running-1f0c3a5e/");
      assertThat(new Tombstones(store).find(SHOP, "old-1f0c3a5e")).hasValueSatisfying(tombstone -> {
        assertThat(Instant.parse(tombstone.deletedAt()))
            .isBetween(clock.instant().minusSeconds(1), clock.instant());
        assertThat(tombstone.cause()).isEqualTo("MaxAge");
        assertThat(tombstone.why()).isEqualTo("recordings are kept for 30 days");
      });
      assertThat(new Tombstones(store).find(SHOP, "running-1f0c3a5e")).isEmpty();
      assertThat(ledger.of(SHOP, Instant.MIN)).contains(30L);
      assertThat(ledger.of(SHOP_BEFORE, Instant.MIN)).contains(0L);
      assertThat(ledger.total()).contains(30L);
      assertThat(counted("hotspotter_retention_deleted_jobs", "MaxAge")).isEqualTo(2);

      clock.forward(Duration.ofDays(91));
      jobs.clear();
      sweep.all();
      assertThat(store.list("_deleted/"))
          .as("of what is deleted now")
          .containsExactly("_deleted/%srunning-1f0c3a5e.json".formatted(SHOP.path()));
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void what_an_earlier_sweep_has_begun_is_finished_and_what_was_uploaded_afterwards_goes_too(
      S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, SHOP, "job-1f0c3a5e", 2);
      var before = new StoredJob("job-1f0c3a5e", 20, clock.instant(), ArtifactPolicy.DEFAULT);
      new Tombstones(store)
          .write(
              SHOP,
              new Deletion(before, Deletion.Cause.MAX_AGE, "recordings are kept for 1 day"),
              Instant.parse("2026-11-01T00:00:00Z"));

      sweep(store, RetentionSettings.NONE).all();

      assertThat(store.list(SHOP.path())).isEmpty();
      var tombstone = new Tombstones(store).find(SHOP, "job-1f0c3a5e").orElseThrow();
      assertThat(tombstone.deletedAt()).as("when it began").isEqualTo("2026-11-01T00:00:00Z");
    }
  }

  @Test
  void an_order_stays_until_its_sidecar_can_have_read_it() throws Exception {
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, SHOP, "deleted-1f0c3a5e", 1);
      put(store, SHOP.path() + "deleted-1f0c3a5e/retention/Delete");
      var order = SHOP.path() + "deleted-1f0c3a5e/pod-0/app/orders.json";
      put(store, order);

      sweep(store, RetentionSettings.NONE).all();
      assertThat(store.list(SHOP.path())).containsExactly(order);

      clock.forward(Duration.ofMinutes(61));
      sweep(store, RetentionSettings.NONE).all();
      assertThat(store.list(SHOP.path())).isEmpty();
    }
  }

  @Test
  void one_refusal_stops_nothing_else_and_the_next_sweep_makes_up_for_it() throws Exception {
    var broken = new boolean[] {true};
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"));
        var proxy = new S3Proxy(
            s3.settings(),
            (line, body) -> broken[0]
                && (line.startsWith("POST ") && body.contains("refused-1f0c3a5e")
                    || line.startsWith("GET ") && line.contains(BILLING.uid())))) {
      var real = store(s3.settings());
      for (var job : List.of("a-1f0c3a5e", "refused-1f0c3a5e", "z-1f0c3a5e")) {
        put(real, SHOP, job, 2);
      }
      put(real, BILLING, "unlisted-1f0c3a5e", 1);
      clock.forward(Duration.ofDays(31));
      var sweep = sweep(store(proxy.settings()), age(30));

      sweep.all();

      assertThat(real.folders(SHOP.path(), 10)).containsExactly(SHOP.path() + "refused-1f0c3a5e/");
      assertThat(counted("hotspotter_retention_failures", "")).isEqualTo(2);
      assertThat(ledger.total()).as("billing could not be listed").isEmpty();

      broken[0] = false;
      sweep.all();

      assertThat(real.folders("", 10)).containsExactly("_deleted/");
      assertThat(counted("hotspotter_retention_deleted_jobs", "Unfinished")).isEqualTo(1);
      assertThat(counted("hotspotter_retention_failures", "")).isEqualTo(2);
    }
  }

  @Test
  void who_does_not_lead_or_does_not_watch_a_namespace_deletes_nothing_there() throws Exception {
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, SHOP, "old-1f0c3a5e", 1);
      put(store, BILLING, "old-1f0c3a5e", 1);
      clock.forward(Duration.ofDays(31));
      mayDelete = false;
      sweep(store, age(30)).all();
      assertThat(store.folders("", 10)).containsExactly(BILLING.path(), SHOP.path());
      mayDelete = true;

      new Sweep(
              store,
              this::ask,
              Set.of("shop"),
              () -> jobs,
              () -> mayDelete,
              age(30),
              ledger,
              metrics,
              clock)
          .all();

      assertThat(store.folders("", 10)).containsExactly("_deleted/", BILLING.path());
      assertThat(ledger.total()).as("but it counts").contains(20L);
    }
  }

  @Test
  void
      a_namespace_beyond_its_quota_is_told_so_before_anything_is_recorded_and_admitted_when_there_is_room_again()
          throws Exception {
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, SHOP, "one-1f0c3a5e", 3);
      var settings = new RetentionSettings(
          Optional.empty(), Optional.empty(), Optional.of(40L), Optional.empty());
      var quotas =
          new QuotaCheck(store, this::ask, settings, sweep(store, settings), ledger, clock);
      var job = asking("new", ReclaimPolicy.DELETE, "7d");
      jobs.add(job);

      assertThat(quotas.refusal(job)).hasValueSatisfying(refusal -> {
        assertThat(refusal.reason()).isEqualTo(Reasons.QUOTA_EXCEEDED);
        assertThat(refusal.message())
            .startsWith(
                "namespace shop has 40 bytes of recordings in the object store, and its quota is 40 bytes; delete ");
      });
      assertThat(store.folders(SHOP.path(), 10))
          .as("nothing of the refused job")
          .containsExactly(SHOP.path() + "one-1f0c3a5e/");

      store.delete(List.of(SHOP.path() + "one-1f0c3a5e/pod-0/app/recording.jfr"));
      assertThat(quotas.refusal(job))
          .as("within a second it is not counted again")
          .isPresent();
      clock.forward(Duration.ofSeconds(2));
      assertThat(quotas.refusal(job))
          .as("it is counted anew before it is refused")
          .isEmpty();
      assertThat(store.list(SHOP.path() + "new-1f0c3a5e/"))
          .containsExactly(SHOP.path() + "new-1f0c3a5e/retention/Delete-7d");

      put(store, SHOP, "two-1f0c3a5e", 0);
      ledger.changed("shop");
      assertThat(quotas.refusal(job)).as("unless it is known to have changed").isPresent();

      store.delete(List.of(SHOP.path() + "two-1f0c3a5e/merged/report.json"));
      namespaces.put(
          "shop", new NamespaceLookup.Namespace(SHOP, Map.of(NamespaceLimits.QUOTA, "10")));
      assertThat(quotas.refusal(job)).as("the namespace's own").isPresent();
    }
  }

  @Test
  void a_store_that_is_nearly_full_takes_no_new_job() throws Exception {
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"))) {
      var store = store(s3.settings());
      put(store, BILLING, "one-1f0c3a5e", 8);
      var settings = new RetentionSettings(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(100L));
      var quotas =
          new QuotaCheck(store, this::ask, settings, sweep(store, settings), ledger, clock);

      assertThat(quotas.refusal(job("new"))).hasValueSatisfying(refusal -> {
        assertThat(refusal.reason()).isEqualTo(Reasons.OBJECT_STORE_FULL);
        assertThat(refusal.message())
            .startsWith(
                "the object store has 90 bytes of its 100 bytes in use, and jobs record only below 90 %; ");
      });
      store.delete(List.of(BILLING.path() + "one-1f0c3a5e/pod-0/app/recording.jfr"));
      sweep(store, settings).all();
      assertThat(quotas.refusal(job("new"))).isEmpty();
    }
  }

  private Optional<NamespaceLookup.Namespace> ask(String name) {
    return Optional.ofNullable(namespaces.get(name));
  }

  private Sweep sweep(ObjectStore store, RetentionSettings settings) {
    return new Sweep(
        store, this::ask, Set.of(), () -> jobs, () -> mayDelete, settings, ledger, metrics, clock);
  }

  private static RetentionSettings age(int days) {
    return new RetentionSettings(
        Optional.of(Duration.ofDays(days)), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static ProfileJob job(String name) {
    var job = Jobs.job();
    job.getMetadata().setName(name);
    return Jobs.running(job, Targets.pending("a"));
  }

  private static ProfileJob asking(String name, ReclaimPolicy reclaim, String retention) {
    var job = Jobs.job(new ArtifactOptions(List.of(), null, null, reclaim, retention));
    job.getMetadata().setName(name);
    return job;
  }

  private double counted(String name, String cause) {
    return registry.scrape(name::equals).stream()
        .flatMap(snapshot -> ((CounterSnapshot) snapshot).getDataPoints().stream())
        .filter(point -> cause.isEmpty() || cause.equals(point.getLabels().get("cause")))
        .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
        .sum();
  }

  private static ObjectStore store(StoreSettings settings) {
    var store = new ObjectStore(settings);
    assertThat(store.problem()).isEmpty();
    return store;
  }

  /** A report and so many recordings, of ten bytes each. */
  private static void put(ObjectStore store, NamespaceFolder namespace, String job, int objects)
      throws StoreException {
    put(store, "%s%s/merged/report.json".formatted(namespace.path(), job));
    for (var i = 0; i < objects; i++) {
      put(store, "%s%s/pod-%d/app/recording.jfr".formatted(namespace.path(), job, i));
    }
  }

  private static void put(ObjectStore store, String key) throws StoreException {
    store.put(key, TEN.getBytes(StandardCharsets.UTF_8), "application/octet-stream");
  }
}
