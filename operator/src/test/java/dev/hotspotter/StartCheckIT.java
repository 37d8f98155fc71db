package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error codes of the API server, and whether time alone mends them. */
class StartCheckIT {

  @ParameterizedTest
  @CsvSource({
    "400, false, answers with an error",
    "401, false, refuses",
    "403, false, 'check rbac, serviceAccount'",
    "404, false, install the CRD",
    "429, true, answers with an error",
    "500, true, answers with an error",
    "503, true, answers with an error",
  })
  void asks_once_and_says_whether_to_wait(int code, boolean isAway, String words) throws Exception {
    var status =
        new StatusBuilder().withCode(code).withMessage("words of a test").build();
    try (var server = new ScriptedApiServer(0, request -> new Answer(code, status));
        var client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder(server.client().getConfiguration())
                .withRequestRetryBackoffLimit(5)
                .build())
            .build()) {
      var problem = new StartCheck(client, Set.of()).problem();

      assertThat(problem).hasValueSatisfying(found -> {
        assertThat(found.isAway()).isEqualTo(isAway);
        assertThat(found.words())
            .startsWith("the API server at http://127.0.0.1:")
            .contains(words);
      });
      assertThat(server.requests()).hasSize(1);
    }
  }
}
