package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.S3Server;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An object is visible under its namespace's name while that namespace exists; an object of a
 * deleted namespace is not.
 */
class NamespacedStoreIT {

  private static final String OLD = "0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f";
  private static final String NEW = "7d24c0b9-1f0c-4a5e-8c55-0d6e8f1a2b3c";
  private static final String REPORT = "shop/job-1f0c3a5e/merged/report.json";

  @TempDir
  Path temp;

  private final Map<String, String> uids = new ConcurrentHashMap<>(Map.of("shop", OLD));

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_namespace_created_anew_sees_nothing_of_the_one_before_it(S3Server.Kind kind)
      throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var whole = whole(s3);
      var store = inNamespaces(whole);
      put(store, REPORT, "old");
      put(whole, "shop/job-1f0c3a5e/merged/of-an-old-layout", "?");

      assertThat(whole.list("")).contains("shop.%s/job-1f0c3a5e/merged/report.json".formatted(OLD));
      assertThat(store.list("shop/")).containsExactly(REPORT);
      assertThat(store.list("shop/job-")).containsExactly(REPORT);
      assertThat(store.folders("", 10)).containsExactly("shop/");
      assertThat(store.folders("shop/", 10)).containsExactly("shop/job-1f0c3a5e/");

      uids.put("shop", NEW);

      assertThat(store.list("shop/")).isEmpty();
      assertThat(store.folders("shop/", 10)).isEmpty();
      assertThatThrownBy(() -> store.stat(REPORT))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.isNotFound()).isTrue());
      assertThatThrownBy(() -> store.open(REPORT))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.isNotFound()).isTrue());
      put(store, REPORT, "new");
      assertThat(store.folders("", 10)).as("once for both").containsExactly("shop/");
      try (var content = store.open(REPORT)) {
        assertThat(content).asString(StandardCharsets.UTF_8).isEqualTo("new");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_namespace_that_is_gone_has_nothing_and_takes_nothing(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = inNamespaces(whole(s3));
      put(store, REPORT, "old");
      uids.clear();

      assertThat(store.list("shop/")).isEmpty();
      assertThat(store.folders("shop/", 10)).isEmpty();
      assertThatThrownBy(() -> store.stat(REPORT))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.isNotFound()).isTrue());
      assertThatThrownBy(() -> store.upload(REPORT, Duration.ofMinutes(1), 1_000))
          .hasMessage("the namespace shop no longer exists");
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void more_objects_than_one_request_holds_are_listed_and_deleted(S3Server.Kind kind)
      throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = whole(s3);
      var keys = IntStream.range(0, 1_050).mapToObj("ns/job/%d/x"::formatted).toList();
      for (var key : keys) {
        put(store, key, "12345");
      }
      put(store, "ns/other/x", "stays");

      var listed = new ArrayList<ObjectStore.Listed>();
      store.list("ns/job/", listed::add);
      assertThat(listed)
          .extracting(ObjectStore.Listed::key)
          .containsExactlyInAnyOrderElementsOf(keys);
      assertThat(listed).allSatisfy(object -> {
        assertThat(object.bytes()).isEqualTo(5);
        assertThat(object.modified())
            .isBetween(Instant.now().minusSeconds(300), Instant.now().plusSeconds(5));
      });

      store.delete(keys);
      store.delete(List.of("ns/job/0/x"));

      assertThat(store.list("")).containsExactly("ns/other/x");
      assertThat(store.folders("ns/", 10))
          .as("no empty folder is left")
          .containsExactly("ns/other/");
    }
  }

  private ObjectStore inNamespaces(ObjectStore whole) {
    return whole.inNamespaces(
        name -> Optional.ofNullable(uids.get(name)).map(uid -> new NamespaceFolder(name, uid)));
  }

  private static ObjectStore whole(S3Server s3) {
    var settings = s3.settings();
    var store = new ObjectStore(new StoreSettings(
        settings.endpoint(),
        settings.region(),
        settings.bucket(),
        "team/",
        settings.accessKey(),
        settings.secretKey()));
    assertThat(store.problem()).isEmpty();
    return store;
  }

  private static void put(ObjectStore store, String key, String content) throws StoreException {
    store.put(key, content.getBytes(StandardCharsets.UTF_8), "text/plain");
  }
}
