package dev.hotspotter.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Targets;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StopOrdersIT {

  @TempDir
  Path temp;

  @ParameterizedTest
  @EnumSource(S3Server.Kind.class)
  void a_sidecar_reads_its_order_by_its_url(S3Server.Kind kind) throws Exception {
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = new ObjectStore(s3.settings());
      assertThat(store.problem()).isEmpty();
      var url =
          store.read(ObjectKeys.orders(Jobs.job(), Targets.pending("a")), Duration.ofMinutes(5));
      assertThat(get(url).statusCode()).as("before the order").isEqualTo(404);

      assertThat(new StopOrders(store)
              .stop(Jobs.job(), List.of(Targets.pending("a")), "was suspended"))
          .isTrue();

      assertThat(get(url).body())
          .isEqualTo(Files.readString(Path.of("..", "sidecar", "testdata", "orders.json")));
    }
  }

  @Test
  void an_order_that_the_store_does_not_take_is_missing() throws Exception {
    try (var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("data"))) {
      var store = new ObjectStore(s3.settings());

      assertThat(new StopOrders(store)
              .stop(Jobs.job(), List.of(Targets.pending("a")), "was suspended"))
          .as("there is no bucket yet")
          .isFalse();
    }
  }

  private static HttpResponse<String> get(String url) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
