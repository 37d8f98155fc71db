package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Uploader;
import dev.hotspotter.testing.WrongClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Permissions that an operator signs whose clock differs from the store's, in a process of its own. */
class WrongClockIT {

  @TempDir
  Path temp;

  static Stream<Arguments> clocks() {
    return Stream.of(S3Server.Kind.values())
        .flatMap(kind -> Stream.of(UploadPolicy.PUT, UploadPolicy.POST, UploadPolicy.AUTO)
            .flatMap(policy -> Stream.of(-10, 10)
                .map(minutes -> Arguments.of(kind, policy, Duration.ofMinutes(minutes)))));
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void a_sidecar_uploads_and_reads_with_permissions_of_another_clock(
      S3Server.Kind kind, UploadPolicy policy, Duration ahead) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var signed = signed(s3.settings(), policy, ahead, Duration.ofMinutes(1));

      assertThat(signed.objects()).as("the operator's own requests").isEqualTo(1);
      var answer =
          Uploader.upload(signed.upload().url(), signed.upload().form(), new byte[] {1, 2});
      assertThat(answer.status()).as(answer.body()).isIn(200, 204);
      assertThat(read(signed.read())).isEqualTo(200);
    }
  }

  private static UploadSigner.Permissions signed(
      StoreSettings store, UploadPolicy policy, Duration ahead, Duration validity)
      throws Exception {
    var json = new WrongClock(ahead)
        .run(
            UploadSigner.class,
            store.endpoint(),
            store.region(),
            store.bucket(),
            store.accessKey(),
            store.secretKey(),
            policy.name(),
            "job/recording.jfr",
            Long.toString(validity.toSeconds()));
    return new ObjectMapper().readValue(json, UploadSigner.Permissions.class);
  }

  private static int read(String url) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
