package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hotspotter.testing.LooseCrd;
import dev.hotspotter.testing.OperatorRights;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that were stored before their CRD had its rules, or whose status somebody else wrote: they
 * affect no other job.
 */
class UnreadableJobsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TARGET =
      "\"target\": {\"selector\": {\"matchLabels\": {\"app\": \"notifier\"}}, \"sample\":"
          + " {\"order\": \"Random\"}, \"minAge\": \"0s\"}";
  private static final String REST =
      ", \"parallelism\": 10, \"recording\": {\"duration\": \"1s\", \"events\":"
          + " [{\"type\": \"cpu\"}], \"kernelStacks\": false}";

  private static final String EARLIER_RECORDING =
      ", \"parallelism\": 10, \"recording\": {\"duration\": \"1s\", \"events\": [\"cpu\", \"alloc\"],"
          + " \"interval\": \"5ms\", \"kernelStacks\": false, \"diagnostics\": [\"threadDump\"]}";

  /** Bad specs, by the name of their problem; REASONS has the reason of each job's status. */
  private static final Map<String, String> SPECS = new TreeMap<>(Map.of(
      "ttl", spec(TARGET + REST + ", \"ttlSecondsAfterFinished\": 3000000000"),
      "word", spec(TARGET + REST.replace("10,", "\"ten\",")),
      "key", spec(TARGET.replace("\"app\"", "\"" + "a".repeat(60_000) + "\"") + REST),
      "values",
          spec(target(
                  "{\"selector\": {\"matchExpressions\": [{\"key\": \"app\", \"operator\": \"In\"}]}")
              + REST),
      "letters", spec(TARGET.replace("notifier", "a b;c") + REST),
      "log", spec(target("{\"pods\": [\"x/log\"]") + REST),
      "century", spec(TARGET + REST + ", \"activeDeadlineSeconds\": 9000000000000000000"),
      "workload",
          spec(target("{\"workloadRef\": {\"kind\": \"Job\", \"name\": \"../../pods\"}") + REST)));

  private static final Map<String, String> REASONS = Map.of(
      "ttl",
      "Unreadable",
      "word",
      "Unreadable",
      "key",
      "InvalidSpec",
      "values",
      "InvalidSpec",
      "letters",
      "InvalidSpec",
      "log",
      "InvalidSpec",
      "century",
      "InvalidSpec",
      "workload",
      "InvalidSpec");

  private static final Map<String, String> STATUSES = Map.of(
      "overflow", "{\"phase\": \"Running\", \"targets\": {\"matched\": 3000000000}}",
      "no-targets", "{\"phase\": \"Running\", \"startTime\": \"2026-11-21T10:00:00Z\"}",
      "no-time",
          "{\"phase\": \"Succeeded\", \"startTime\": \"yesterday\", \"completionTime\": \"2026-13-41T10:00:00Z\"}");

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private KubernetesClient client;
  private KubernetesClient operatorClient;
  private String namespace;
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(2));
  }

  @BeforeEach
  void useNamespace() throws Exception {
    client = surroundings.client();
    operatorClient = StartCheck.client(OperatorRights.of(client));
    namespace = surroundings.namespace();
    surroundings.pod(namespace, "notifier-0", Map.of(), "app");
  }

  @AfterEach
  void stop() {
    operator.close();
    operatorClient.close();
  }

  @Test
  void jobs_from_before_the_rules_do_not_keep_the_operator_from_starting() throws Exception {
    try (var loose = new LooseCrd(client)) {
      createAll();
    }

    operator = operator();

    expectHarmToThemselvesOnly();
  }

  @Test
  void jobs_that_come_while_the_operator_runs_do_not_end_its_watch() throws Exception {
    operator = operator();
    try (var loose = new LooseCrd(client)) {
      createAll();

      expectHarmToThemselvesOnly();
      assertThat(condition("empty").path("reason").asText()).isEqualTo("Unreadable");
      assertThat(condition("empty").path("message").asText())
          .contains("spec is missing", "create a new ProfileJob");
    }
  }

  /** Its spec is sound, so it says when the job may go; the operator runs all the while. */
  @Test
  void a_job_whose_status_could_not_be_read_is_deleted_when_its_time_has_come() throws Exception {
    try (var loose = new LooseCrd(client)) {
      create("overflow", spec(TARGET + REST + ", \"ttlSecondsAfterFinished\": 2"));
      writeStatus("overflow", STATUSES.get("overflow"));
      create(
          "word",
          spec(TARGET + REST.replace("10,", "\"ten\",") + ", \"ttlSecondsAfterFinished\": 2"));

      operator = operator();

      await("the job is gone")
          .atMost(Duration.ofMinutes(1))
          .until(() -> jobs().withName("overflow").get() == null);
      await("one whose spec cannot be read")
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(condition("word").path("message").asText())
              .contains("because its ttlSecondsAfterFinished has no effect"));
    }
  }

  /** The API server refuses each write to them, so the operator cannot say anything in their status. */
  @Test
  void jobs_of_the_earlier_shape_can_be_read_and_deleted_and_harm_no_other() throws Exception {
    try (var loose = new LooseCrd(client)) {
      create("finished", spec(TARGET + EARLIER_RECORDING));
      writeStatus("finished", """
          {"phase": "Succeeded", "startTime": "2026-11-21T10:00:00Z", "completionTime": "2026-11-21T10:01:00Z",
           "conditions": [], "targets": {"selected": 1, "done": "1/1"}, "recordings": [],
           "hottest": "Message.uniqueId 31.4 %"}
          """);
      create("waiting", spec(TARGET + EARLIER_RECORDING));
      create("good", spec(TARGET + REST));
    }

    operator = operator();

    await("the good job")
        .atMost(Duration.ofSeconds(30))
        .until(() -> job("good").at("/status/phase").asText().equals("Succeeded"));
    assertThat(TestOperator.get(operator.telemetryPort(), "/readyz").statusCode())
        .isEqualTo(200);
    assertThat(TestOperator.get(operator.telemetryPort(), "/metrics").body())
        .contains("profilejob=\"finished\"");
    assertThat(TestOperator.get(operator.webPort(), "/").body()).contains(">finished<", ">good<");
    for (var name : List.of("finished", "waiting")) {
      var job = jobs().withName(name);
      assertThatThrownBy(() -> job.edit(it -> {
            it.getMetadata().setLabels(Map.of("team", "shop"));
            return it;
          }))
          .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(422);
            assertThat(refusal.getMessage()).contains("spec.recording.events[0]");
          });
      job.delete();
      await(name + " is gone").until(() -> job.get() == null);
    }
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      jobs() {
    return client
        .genericKubernetesResources("hotspotter.dev/v1alpha1", "ProfileJob")
        .inNamespace(namespace);
  }

  private void createAll() {
    SPECS.forEach((name, spec) -> create(name, spec));
    create("empty", "");
    STATUSES.forEach((name, status) -> {
      create(name, spec(TARGET + REST));
      writeStatus(name, status);
    });
    create("good", spec(TARGET + REST));
  }

  private void writeStatus(String name, String status) {
    await()
        .atMost(Duration.ofSeconds(10))
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(() -> {
          var body =
              "{\"apiVersion\": \"hotspotter.dev/v1alpha1\", \"kind\": \"ProfileJob\", \"metadata\":"
                  + " {\"name\": \"%s\", \"resourceVersion\": \"%s\"}, \"status\": %s}";
          return client.raw(
                  path() + "/" + name + "/status",
                  "PUT",
                  body.formatted(name, job(name).at("/metadata/resourceVersion").asText(), status))
              != null;
        });
  }

  private void expectHarmToThemselvesOnly() throws Exception {
    await("the good job")
        .atMost(Duration.ofSeconds(30))
        .until(() -> job("good").at("/status/phase").asText().equals("Succeeded"));
    REASONS.forEach((name, reason) -> await(name + " ends with its reason")
        .untilAsserted(
            () -> assertThat(condition(name).path("reason").asText()).isEqualTo(reason)));
    for (var name : STATUSES.keySet()) {
      await(name)
          .untilAsserted(
              () -> assertThat(condition(name).path("reason").asText()).isEqualTo("Unreadable"));
    }
    assertThat(condition("ttl").path("message").asText())
        .contains("spec.ttlSecondsAfterFinished", "3000000000");
    assertThat(TestOperator.get(operator.telemetryPort(), "/readyz").statusCode())
        .isEqualTo(200);
    var metrics = TestOperator.get(operator.telemetryPort(), "/metrics");
    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.body())
        .contains("hotspotter_profilejob_unreadable{namespace=\"%s\",profilejob=\"empty\"} 1"
            .formatted(namespace))
        .doesNotContain("hotspotter_profilejob_unreadable{namespace=\"%s\",profilejob=\"good\"}"
            .formatted(namespace))
        .contains("profilejob=\"good\"");
    var list = TestOperator.get(operator.webPort(), "/");
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.body()).contains(">good<", ">overflow<");
    await("an event tells of what can have no status")
        .untilAsserted(
            () -> assertThat(client.v1().events().inNamespace(namespace).list().getItems())
                .anyMatch(event -> event.getInvolvedObject().getName().equals("empty")
                    && event.getReason().equals("Unreadable")));
  }

  private HotspotterOperator operator() {
    return TestOperator.start(
        TestOperator.config(namespace, surroundings.s3().settings()).build(), operatorClient);
  }

  private static String spec(String fields) {
    return ", \"spec\": {%s}".formatted(fields);
  }

  private static String target(String begin) {
    return "\"target\": " + begin + ", \"sample\": {\"order\": \"Random\"}, \"minAge\": \"0s\"}";
  }

  /** Not through the client's own reader, which the jobs are to trouble. */
  private void create(String name, String rest) {
    client.raw(
        path(),
        "POST",
        "{\"apiVersion\": \"hotspotter.dev/v1alpha1\", \"kind\": \"ProfileJob\", \"metadata\": {\"name\": \"%s\"}%s}"
            .formatted(name, rest));
  }

  private JsonNode job(String name) throws Exception {
    return JSON.readTree(client.raw(path() + "/" + name).replace("a".repeat(60_000), "a"));
  }

  private JsonNode condition(String name) throws Exception {
    return StreamSupport.stream(job(name).at("/status/conditions").spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals("Failed"))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  private String path() {
    return "/apis/hotspotter.dev/v1alpha1/namespaces/%s/profilejobs".formatted(namespace);
  }
}
