package dev.hotspotter;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.testing.FaultyAnswers;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole operator beside an API server that refuses some of its requests; -Dfaults.seed repeats which. */
class ApiFaultsIT {

  private static final long SEED = Long.getLong("faults.seed", new Random().nextInt(1_000_000));
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final List<String> PODS = List.of("notifier-0", "notifier-1", "notifier-2");

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 410, 429, 500, 504})
  void records_every_target_once(int code) throws Exception {
    var namespace = surroundings.namespace();
    PODS.forEach(pod -> surroundings.pod(namespace, pod, Map.of(), "app"));
    var config = TestOperator.config(namespace, surroundings.s3().settings()).build();
    try (var answers =
            new FaultyAnswers(surroundings.client().getConfiguration(), code, aFourth(code));
        var operator = TestOperator.start(config, answers.client())) {
      answers.begin();
      var job =
          surroundings.client().resource(Surroundings.job(namespace, "cpu")).create();

      var ended = await("the job ends")
          .atMost(SOON)
          .until(
              () -> surroundings.client().resource(job).get(),
              j -> j.getStatus() != null && j.getStatus().phase().isTerminal());
      answers.end();

      System.out.printf(
          "the API server answered %d to %d of %d requests (-Dfaults.seed=%d): %d of %d targets succeeded%n",
          code,
          answers.refused(),
          answers.asked(),
          SEED,
          ended.getStatus().targets().succeeded(),
          PODS.size());
      assertThat(answers.refused()).isPositive();
      assertThat(ended.getStatus().phase())
          .as("%s", ended.getStatus())
          .isEqualTo(JobPhase.SUCCEEDED);
      assertThat(ended.getStatus().targets().succeeded()).isEqualTo(PODS.size());
      assertThat(surroundings.client().pods().inNamespace(namespace).list().getItems())
          .allSatisfy(pod -> assertThat(pod.getSpec().getEphemeralContainers()).hasSize(1));
      assertThat(
              surroundings.client().v1().events().inNamespace(namespace).list().getItems().stream()
                  .collect(groupingBy(
                      event -> event.getInvolvedObject().getName() + ": " + event.getMessage(),
                      counting())))
          .as("no event comes twice")
          .allSatisfy((event, times) -> assertThat(times).as(event).isOne());
    }
  }

  /** 410 (Gone) is an answer to those who read only. */
  private static Predicate<HttpRequest> aFourth(int code) {
    var random = new Random(SEED);
    return request -> (code != 410 || request.method().equals("GET")) && random.nextDouble() < 0.25;
  }

  @Test
  void an_operator_without_its_lease_starts_no_pass_and_continues_when_it_has_it_again()
      throws Exception {
    var namespace = surroundings.namespace();
    PODS.forEach(pod -> surroundings.pod(namespace, pod, Map.of(), "app"));
    var config = TestOperator.config(namespace, surroundings.s3().settings())
        .leaseNamespace(namespace)
        .build();
    try (var answers = new FaultyAnswers(
            surroundings.client().getConfiguration(),
            403,
            request -> request.uri().getPath().contains("/leases/"));
        var operator = TestOperator.start(config, answers.client())) {
      await("it leads").atMost(SOON).until(() -> leads(operator));
      answers.begin();
      await("its lease has expired").atMost(SOON).until(() -> !leads(operator));
      var job =
          surroundings.client().resource(Surroundings.job(namespace, "cpu")).create();
      await("the operator knows the job")
          .atMost(SOON)
          .until(() -> TestOperator.get(operator.webPort(), "/").body().contains("cpu"));
      assertThat(surroundings.client().resource(job).get().getStatus()).isNull();

      answers.end();

      await("it leads again").atMost(SOON).until(() -> leads(operator));
      await("the job ends")
          .atMost(SOON)
          .until(
              () -> surroundings.client().resource(job).get(),
              j -> j.getStatus() != null && j.getStatus().phase() == JobPhase.SUCCEEDED);
    }
  }

  private static boolean leads(HotspotterOperator operator) throws Exception {
    return TestOperator.get(operator.telemetryPort(), "/metrics")
        .body()
        .contains("hotspotter_operator_leading 1.0");
  }
}
