package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.cluster.AccessReviews;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.server.Pages;
import dev.hotspotter.web.server.WebServer;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Made-up tokens by the hundred: the API server hears of few, and whoever was known before gets in. */
class TokenFloodIT {

  private static final Duration FLOOD = Duration.ofSeconds(8);

  /** The budget of one address: ten at once, then five a second, also in a second that has only begun. */
  private static final long MOST_ASKED = 10 + 5 * (FLOOD.toSeconds() + 1);

  @Test
  void a_flood_of_tokens_reaches_the_api_server_as_a_trickle_and_keeps_nobody_out()
      throws Exception {
    var settings =
        new WebSettings("https://profiles.example", "127.0.0.1", 0, new Auth.Kubernetes(List.of()));
    try (var api = new ScriptedApiServer(1_000, TokenFloodIT::answer);
        var server = new WebServer(
            settings,
            Gate.of(settings, new AccessReviews(api.client(), List.of())),
            new Pages(
                settings,
                List::of,
                Optional::of,
                Set.of(),
                new NoArtifacts(),
                asked -> Optional.empty(),
                (job, token) -> {
                  throw new IllegalStateException("nothing is created here");
                },
                new SetClock(Jobs.START)));
        var http = HttpClient.newHttpClient();
        var attackers = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(get(http, server, "good").statusCode()).isEqualTo(200);
      var before = api.requests().size();

      var end = System.nanoTime() + FLOOD.toNanos();
      for (int attacker = 0; attacker < 20; attacker++) {
        var own = attacker;
        attackers.submit(() -> {
          for (int i = 0; System.nanoTime() < end; i++) {
            get(http, server, "made-up-%d-%d".formatted(own, i));
          }
          return null;
        });
      }
      var answers = new HashMap<Integer, Integer>();
      while (System.nanoTime() < end) {
        assertThat(get(http, server, "good").statusCode()).as("known before").isEqualTo(200);
        var refused = get(http, server, "another-" + System.nanoTime());
        answers.merge(refused.statusCode(), 1, Integer::sum);
        if (refused.statusCode() == 429) {
          assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        }
      }
      attackers.shutdownNow();

      var asked = api.requests().subList(before, api.requests().size()).stream()
          .filter(r -> r.path().endsWith("tokenreviews"))
          .count();
      assertThat(asked).isBetween(1L, MOST_ASKED);
      assertThat(answers).as("most are told to come back").containsKey(429);
    }
  }

  private static HttpResponse<String> get(HttpClient http, WebServer server, String token)
      throws Exception {
    var request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.port() + "/?namespace=shop"))
        .header("Authorization", "Bearer " + token);
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static Answer answer(ScriptedApiServer.Request request) {
    return Answer.ok(
        request.path().endsWith("tokenreviews")
            ? new TokenReviewBuilder()
                .withNewStatus()
                .withAuthenticated(request.body().contains("\"good\""))
                .withNewUser()
                .withUsername("alice")
                .withGroups(List.of())
                .withExtra(Map.of())
                .endUser()
                .endStatus()
                .build()
            : new SubjectAccessReviewBuilder()
                .withNewStatus()
                .withAllowed(true)
                .endStatus()
                .build());
  }
}
