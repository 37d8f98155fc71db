package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Events about a job, while the API server's answers get lost. */
class EventRecorderIT {

  private static final Notice NOTICE = new Notice(Notice.Type.Normal, "Recorded", "all recorded");

  private final Set<String> written = new HashSet<>();

  @Test
  void a_request_that_the_client_repeats_writes_no_second_event() throws Exception {
    try (var server = new ScriptedApiServer(60_000, this::writeAndLoseTheFirstAnswer);
        var client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder(server.client().getConfiguration())
                .withRequestRetryBackoffLimit(3)
                .withRequestRetryBackoffInterval(1)
                .build())
            .build()) {

      new EventRecorder(client, Clock.systemUTC()).record(Jobs.job(), NOTICE);

      assertThat(server.requests()).hasSize(2);
      assertThat(written).hasSize(1);
    }
  }

  /** As the API server does it: a name that exists is refused, and one is made up if there is none. */
  private Answer writeAndLoseTheFirstAnswer(ScriptedApiServer.Request request) {
    var isNew = written.add(name(request));
    return Answer.code(isNew ? 504 : 409);
  }

  private String name(ScriptedApiServer.Request request) {
    try {
      var name =
          new ObjectMapper().readTree(request.body()).at("/metadata/name").asText();
      return name.isEmpty() ? "made up " + written.size() : name;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
