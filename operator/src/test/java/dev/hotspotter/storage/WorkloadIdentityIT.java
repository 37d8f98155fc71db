package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.TokenServer;
import dev.hotspotter.testing.Uploader;
import io.minio.credentials.AssumeRoleProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials for a session, out of a token that the platform puts into the operator's pod, as on EKS (IRSA). */
class WorkloadIdentityIT {

  private static final String TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJob3RzcG90dGVyIn0.c2ln";
  private static final String ROLE = "arn:aws:iam::123456789012:role/hotspotter";

  @TempDir
  Path temp;

  private S3Server s3;

  /** The client reads system properties before variables of the environment. */
  @BeforeEach
  void bind() throws Exception {
    s3 = new S3Server(S3Server.Kind.MINIO, temp.resolve("data"));
    System.setProperty(
        "AWS_WEB_IDENTITY_TOKEN_FILE",
        Files.writeString(temp.resolve("token"), TOKEN).toString());
    System.setProperty("AWS_ROLE_ARN", ROLE);
  }

  @AfterEach
  void unbind() {
    System.clearProperty("AWS_WEB_IDENTITY_TOKEN_FILE");
    System.clearProperty("AWS_ROLE_ARN");
    s3.close();
  }

  @Test
  void the_token_is_turned_into_credentials_with_which_the_store_is_used() throws Exception {
    try (var sts = tokens(TOKEN, Duration.ofHours(1))) {
      var store = store(sts);

      assertThat(store.problem()).isEmpty();
      var upload = store.upload("a/recording.jfr", Duration.ofMinutes(10), 100);
      assertThat(Uploader.upload(upload.url(), upload.form(), new byte[] {1}).status())
          .isEqualTo(204);
      assertThat(store.list("a/")).containsExactly("a/recording.jfr");

      assertThat(sts.requests()).as("asked once").singleElement().satisfies(request -> {
        assertThat(request).containsEntry("RoleArn", ROLE).containsEntry("WebIdentityToken", TOKEN);
      });
    }
  }

  @Test
  void what_would_end_before_an_upload_is_renewed_and_if_that_is_not_enough_it_is_said()
      throws Exception {
    try (var sts = tokens(TOKEN, Duration.ofMinutes(15))) {
      var store = store(sts);
      store.upload("a", Duration.ofMinutes(14), 1);
      assertThat(sts.requests()).hasSize(1);

      assertThatThrownBy(() -> store.upload("a", Duration.ofHours(1), 1))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("raise the longest session of its role");
      assertThat(sts.requests()).as("asked again").hasSize(2);
    }
  }

  @Test
  void a_token_that_is_refused_is_said_in_words() throws Exception {
    try (var sts = tokens("another", Duration.ofHours(1))) {
      assertThat(store(sts).problem())
          .hasValueSatisfying(words ->
              assertThat(words).contains("no source gives the operator credentials", "403"));
    }
  }

  private TokenServer tokens(String token, Duration length) throws Exception {
    var s = s3.settings();
    var session = new AssumeRoleProvider(
        s.endpoint(),
        s.accessKey(),
        s.secretKey(),
        (int) length.toSeconds(),
        null,
        s.region(),
        null,
        null,
        null,
        new OkHttpClient());
    return new TokenServer(token, session::fetch);
  }

  private ObjectStore store(TokenServer sts) {
    var s = s3.settings();
    return new ObjectStore(new StoreSettings(
        s.endpoint(), s.region(), s.bucket(), "", "", "", "", sts.url(), UploadPolicy.AUTO));
  }
}
