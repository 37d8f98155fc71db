package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Uploader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same promises kept by two S3 servers. */
class ObjectStoreIT {

  private static final byte[] JFR = {'j', 'f', 'r'};
  private static final String HELLO_SHA256 =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  @TempDir
  Path temp;

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void makes_its_bucket_and_keeps_what_is_put(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = store(s3, "team/a/");
      assertThat(store.problem()).isEmpty();
      assertThat(store.problem()).as("once more, now that the bucket is there").isEmpty();

      store.put("ns/job/hello.txt", hello(), "text/plain");

      var copy = temp.resolve("copy");
      assertThat(store.fetch("ns/job/hello.txt", copy, 5))
          .isEqualTo(new ObjectStore.Fetched(5, HELLO_SHA256));
      assertThat(copy).hasContent("hello");
      var etag = store.stat("ns/job/hello.txt").etag();
      try (var middle = store.open("ns/job/hello.txt", etag, 1, 3)) {
        assertThat(middle).asString(StandardCharsets.UTF_8).isEqualTo("ell");
      }
      assertThatThrownBy(() -> store.open("ns/job/hello.txt", "0".repeat(32), 0, 5))
          .as("another object by now")
          .isInstanceOf(StoreException.class);
      assertThat(store.folders("", 10)).containsExactly("ns/");
      assertThat(store.folders("ns/", 10)).containsExactly("ns/job/");
      assertThat(store.folders("ns/", 0)).isEmpty();
      assertThat(store.folders("none/", 10)).isEmpty();
      assertThat(store.list("ns/job/")).containsExactly("ns/job/hello.txt");
      assertThat(store.list("ns/other/")).isEmpty();
      assertThat(store(s3, "").list("team/"))
          .as("the prefix is a part of the real key")
          .containsExactly("team/a/ns/job/hello.txt");
      assertThatThrownBy(() -> store.fetch("ns/job/hello.txt", copy, 4))
          .isInstanceOf(StoreException.class)
          .hasMessage("ns/job/hello.txt has 5 bytes, more than the limit of 4");
      assertThatThrownBy(() -> store.stat("ns/job/none"))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.isNotFound()).isTrue());
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_permission_to_upload_is_for_one_key_only(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      for (var policy : List.of(UploadPolicy.PUT, UploadPolicy.POST)) {
        var store = store(s3, "team/", policy);
        assertThat(store.problem()).isEmpty();
        var mine = store.upload(policy + "/recording.jfr", Duration.ofMinutes(1), 3);

        assertThat(Uploader.upload(mine.url(), mine.form(), JFR).status()).isIn(200, 204);
        assertThat(mine.form().isEmpty()).isEqualTo(policy == UploadPolicy.PUT);
        var another = new HashMap<>(mine.form());
        another.replace("key", "team/another.jfr");
        assertThat(Uploader.upload(mine.url().replace("recording.jfr", "another.jfr"), another, JFR)
                .status())
            .isEqualTo(403);
        assertThat(store.list(policy + "/")).containsOnly(policy + "/recording.jfr");
        assertThat(store.list("another")).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_form_bounds_the_size_and_is_what_is_used_where_the_store_takes_it(S3Server.Kind kind)
      throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = store(s3, "team/", UploadPolicy.AUTO);
      assertThat(store.problem()).isEmpty();
      var permission = store.upload("recording.jfr", Duration.ofMinutes(1), 2);

      var refused = Uploader.upload(permission.url(), permission.form(), JFR);

      assertThat(refused.status()).as(refused.body()).isEqualTo(400);
      assertThat(refused.body()).contains("EntityTooLarge");
      assertThat(store.list(""))
          .as("neither that nor what the store was tried with")
          .isEmpty();
    }
  }

  /** versitygw refuses a form that was signed more than an hour ago. */
  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_permission_that_a_form_cannot_give_so_long_is_a_url(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = store(s3, "team/", UploadPolicy.AUTO);
      assertThat(store.problem()).isEmpty();

      assertThat(store.upload("recording.jfr", Duration.ofMinutes(45), 100).form())
          .isNotEmpty();
      var lasting = store.upload("recording.jfr", Duration.ofMinutes(46), 100);
      assertThat(lasting.form()).isEmpty();
      assertThat(Uploader.upload(lasting.url(), lasting.form(), JFR).status()).isEqualTo(200);
      assertThat(store(s3, "team/", UploadPolicy.POST)
              .upload("recording.jfr", Duration.ofMinutes(46), 100)
              .form())
          .as("nothing but a form where only forms are allowed")
          .isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void wrong_keys_are_refused_in_the_stores_own_words(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var good = s3.settings();
      var store = new ObjectStore(new StoreSettings(
          good.endpoint(), good.region(), good.bucket(), "", good.accessKey(), "not-the-secret"));

      assertThat(store.problem())
          .hasValueSatisfying(
              words -> assertThat(words).contains(good.endpoint()).contains(good.bucket()));
      assertThatThrownBy(() -> store.list("ns/"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("SignatureDoesNotMatch");
    }
  }

  private static ObjectStore store(S3Server s3, String prefix) {
    return store(s3, prefix, UploadPolicy.AUTO);
  }

  private static ObjectStore store(S3Server s3, String prefix, UploadPolicy policy) {
    var settings = s3.settings();
    return new ObjectStore(new StoreSettings(
        settings.endpoint(),
        settings.region(),
        settings.bucket(),
        prefix,
        settings.accessKey(),
        settings.secretKey(),
        "",
        "",
        policy));
  }

  private Path hello() throws Exception {
    return Files.writeString(temp.resolve("hello"), "hello", StandardCharsets.UTF_8);
  }
}
