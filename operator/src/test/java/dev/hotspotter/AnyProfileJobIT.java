package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.OperatorRights;
import dev.hotspotter.testing.SchemaValues;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With any ProfileJob that the CRD admits, the operator stays ready, its metrics and pages answer,
 * and each job ends or says why it waits. The system property property.objects sets the number of
 * jobs, property.seed the choice.
 */
class AnyProfileJobIT {

  private static final int OBJECTS = Integer.getInteger("property.objects", 1_000);
  private static final long SEED = Long.getLong("property.seed", 20_261_122L);
  private static final int BATCH = 1_000;
  private static final int WRITERS = 8;

  private static final String API = "/apis/hotspotter.dev/v1alpha1/namespaces/%s/profilejobs";
  private static final Pattern SERIES = Pattern.compile(
      "(?m)^hotspotter_profilejob_(created|unreadable)\\{[^}]*profilejob=\"([^\"]+)\"");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RandomGenerator random = new Random(SEED);
  private final Map<String, AtomicInteger> counts = new TreeMap<>();

  private KubernetesClient client;
  private String namespace;
  private JSONSchemaProps schema;

  /** A job, and what somebody else writes into its status; null if nobody does. */
  private record Attempt(String name, JsonNode spec, JsonNode status) {}

  @Test
  void harms_no_other(@TempDir Path temp) throws Exception {
    try (var surroundings = new Surroundings(temp, Duration.ofSeconds(2))) {
      client = surroundings.client();
      namespace = surroundings.namespace();
      schema = client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName("profilejobs.hotspotter.dev")
          .get()
          .getSpec()
          .getVersions()
          .getFirst()
          .getSchema()
          .getOpenAPIV3Schema();
      populate(surroundings);
      try (var operatorClient = StartCheck.client(OperatorRights.of(client));
          var operator = operator(surroundings, operatorClient)) {
        for (var done = 0; done < OBJECTS; done += BATCH) {
          create(attempts(done, Math.min(BATCH, OBJECTS - done)));
          expectHealth(operator);
          System.out.println("property: seed " + SEED + ", " + summary());
        }
      }
      assertThat(count("specs admitted")).as("a property of nothing").isGreaterThan(OBJECTS / 20);
      assertThat(count("specs refused")).isGreaterThan(OBJECTS / 20);
      assertThat(count("statuses admitted")).isGreaterThan(OBJECTS / 200);
    }
  }

  /** Creates the objects that the examples in the CRD's descriptions name; the second pod runs no JVM. */
  private void populate(Surroundings surroundings) {
    surroundings.pod(namespace, "notifier-7d9c-x2x1", Map.of(), "app");
    surroundings.pod(
        namespace, "notifier-7d9c-x2x2", Map.of(FakeKubelet.PLAY, FakeKubelet.NO_JVM), "app");
    client
        .resource(new DeploymentBuilder()
            .withNewMetadata()
            .withName("notifier")
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .withNewSelector()
            .addToMatchLabels("app", "notifier")
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .addToLabels("app", "notifier")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("app")
            .withImage("app")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build())
        .create();
  }

  private List<Attempt> attempts(int first, int count) {
    var attempts = new ArrayList<Attempt>();
    for (var i = first; i < first + count; i++) {
      var spec = values(List.of(0.05, 0.1, 0.2, 0.4), List.of(0.0, 0.0, 0.0, 0.02, 0.2))
          .value(schema.getProperties().get("spec"));
      var hasStatus = random.nextBoolean();
      var status = values(List.of(0.3, 0.7, 0.95, 1.0), List.of(0.0, 0.0, 0.01, 0.05, 0.3))
          .value(schema.getProperties().get("status"));
      attempts.add(new Attempt(name(i), spec, hasStatus ? status : null));
    }
    return attempts;
  }

  private SchemaValues values(List<Double> optional, List<Double> hostile) {
    return new SchemaValues(
        random,
        optional.get(random.nextInt(optional.size())),
        hostile.get(random.nextInt(hostile.size())));
  }

  private String name(int i) {
    return switch (random.nextInt(10)) {
      case 0 -> "a.%d.b".formatted(i);
      case 1 -> "a".repeat(62 - Integer.toString(i).length()) + "-" + i;
      default -> "job-" + i;
    };
  }

  private void create(List<Attempt> attempts) {
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      attempts.stream()
          .map(attempt -> writers.submit(() -> create(attempt)))
          .toList()
          .forEach(written -> {
            try {
              written.get();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private Void create(Attempt attempt) throws Exception {
    var job = JSON.createObjectNode()
        .put("apiVersion", "hotspotter.dev/v1alpha1")
        .put("kind", "ProfileJob");
    job.putObject("metadata").put("name", attempt.name());
    job.set("spec", attempt.spec());
    if (write("specs", () -> client.raw(path(""), "POST", JSON.writeValueAsString(job)))
        && attempt.status() != null) {
      write("statuses", () -> overwrite(attempt));
    }
    return null;
  }

  /** Against an operator that writes, too. */
  private String overwrite(Attempt attempt) throws Exception {
    while (true) {
      var stored = (ObjectNode) JSON.readTree(client.raw(path("/" + attempt.name())));
      stored.set("status", attempt.status());
      try {
        return client.raw(
            path("/" + attempt.name() + "/status"), "PUT", JSON.writeValueAsString(stored));
      } catch (KubernetesClientException e) {
        if (e.getCode() != 409) {
          throw e;
        }
      }
    }
  }

  private interface Write {
    String send() throws Exception;
  }

  /** True if the API server admits it; it may refuse, but not fail. */
  private boolean write(String what, Write write) throws Exception {
    count(what + " tried", 1);
    try {
      var admitted = write.send() != null;
      count(what + " admitted", 1);
      return admitted;
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).as("%s", e.getMessage()).isBetween(400, 499);
      count(what + " refused", 1);
      return false;
    }
  }

  private void expectHealth(HotspotterOperator operator) throws Exception {
    await("each job ends, or says why it waits")
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(jobs())
            .filteredOn(job -> outcome(job).equals("open"))
            .map(job -> job.at("/metadata/name").asText() + job.get("status"))
            .isEmpty());
    assertThat(TestOperator.get(operator.telemetryPort(), "/readyz").statusCode())
        .isEqualTo(200);
    assertThat(TestOperator.get(operator.webPort(), "/").statusCode()).isEqualTo(200);
    assertThat(TestOperator.get(operator.webPort(), "/?namespace=" + namespace + "&page=2")
            .statusCode())
        .isEqualTo(200);
    await("each job has its series, or is said to be set aside")
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          var metrics = TestOperator.get(operator.telemetryPort(), "/metrics");
          assertThat(metrics.statusCode()).isEqualTo(200);
          assertThat(SERIES.matcher(metrics.body()).results().map(match -> match.group(2)))
              .containsExactlyInAnyOrderElementsOf(
                  jobs().stream().map(job -> job.at("/metadata/name").asText()).toList());
        });
    List.of("terminal", "waiting", "jobs", "of these Succeeded")
        .forEach(name -> counts.remove(name));
    jobs().forEach(job -> {
      count(outcome(job), 1);
      count("jobs", 1);
      count("of these Succeeded", job.at("/status/phase").asText().equals("Succeeded") ? 1 : 0);
    });
  }

  private List<JsonNode> jobs() throws Exception {
    return StreamSupport.stream(
            JSON.readTree(client.raw(path(""))).get("items").spliterator(), false)
        .toList();
  }

  private static String outcome(JsonNode job) {
    var status = job.path("status");
    if (Set.of("Succeeded", "Failed").contains(status.path("phase").asText())) {
      return "terminal";
    }
    var recordings = status.path("recordings");
    var waits = recordings.isEmpty()
        ? has(
            status.path("conditions"),
            c -> c.path("status").asText().equals("False")
                && !c.path("reason").asText().isEmpty())
        : !has(
            recordings,
            r -> !Set.of("Succeeded", "Failed").contains(r.path("phase").asText())
                && r.path("reason").asText().isEmpty());
    return waits ? "waiting" : "open";
  }

  private static boolean has(JsonNode list, Predicate<JsonNode> property) {
    return StreamSupport.stream(list.spliterator(), false).anyMatch(property);
  }

  private HotspotterOperator operator(Surroundings surroundings, KubernetesClient operatorClient) {
    var sidecar = new SidecarSettings("sidecar:test", "IfNotPresent", 64 << 20, 12);
    return TestOperator.start(
        TestOperator.config(namespace, surroundings.s3().settings())
            .sidecar(sidecar)
            .build(),
        operatorClient);
  }

  private synchronized void count(String what, int more) {
    counts.computeIfAbsent(what, key -> new AtomicInteger()).addAndGet(more);
  }

  private int count(String what) {
    return Optional.ofNullable(counts.get(what)).map(AtomicInteger::get).orElse(0);
  }

  private String summary() {
    return ("tried %d, admitted %d, refused %d; statuses tried %d, admitted %d, refused %d;"
            + " of %d jobs that are not deleted: terminal %d (Succeeded %d), waiting %d")
        .formatted(
            count("specs tried"),
            count("specs admitted"),
            count("specs refused"),
            count("statuses tried"),
            count("statuses admitted"),
            count("statuses refused"),
            count("jobs"),
            count("terminal"),
            count("of these Succeeded"),
            count("waiting"));
  }

  private String path(String rest) {
    return API.formatted(namespace) + rest;
  }
}
