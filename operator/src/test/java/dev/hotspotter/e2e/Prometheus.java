package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.testing.Dashboard;
import dev.hotspotter.testing.FreePort;
import dev.hotspotter.testing.Tools;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Prometheus on loopback with an empty database; closing it ends its process. */
final class Prometheus implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address = "127.0.0.1:" + FreePort.find();
  private final File log;
  private final Process process;

  /** One series of an answer; a value for each step of a range, and one for an instant. */
  record Series(Map<String, String> labels, List<Double> values) {}

  /** Keeps its files in the folder. */
  Prometheus(Path folder, String configuration) throws IOException {
    var binary = Tools.path("prometheus", "operator/local-cluster/setup.sh test");
    var config = Files.writeString(folder.resolve("prometheus.yml"), configuration);
    log = folder.resolve("prometheus.log").toFile();
    process = new ProcessBuilder(
            binary.toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=" + address)
        .redirectErrorStream(true)
        .redirectOutput(log)
        .start();
  }

  /** Waits until it has scraped the target of this job. */
  void awaitScrape(String job) {
    await("Prometheus has scraped " + job)
        .atMost(PATIENCE)
        .ignoreException(ConnectException.class)
        .failFast(this::isAlive)
        .until(
            () -> instant("up{job=\"%s\"} == 1".formatted(job), Instant.now()),
            found -> !found.isEmpty());
  }

  private void isAlive() throws IOException {
    if (!process.isAlive()) {
      throw new AssertionError("Prometheus has ended: " + Files.readString(log.toPath()));
    }
  }

  List<Series> instant(String query, Instant time) throws IOException, InterruptedException {
    return series(get("query", Map.of("query", query, "time", time.toString())), "value");
  }

  List<Series> range(String query, Instant start, Instant end, Duration step)
      throws IOException, InterruptedException {
    var parameters = Map.of(
        "query",
        query,
        "start",
        start.toString(),
        "end",
        end.toString(),
        "step",
        step.toSeconds() + "s");
    return series(get("query_range", parameters), "values");
  }

  List<String> labelValues(String label, String metric) throws IOException, InterruptedException {
    return Dashboard.elements(get("label/" + label + "/values", Map.of("match[]", metric)))
        .map(JsonNode::asText)
        .toList();
  }

  private static List<Series> series(JsonNode data, String values) {
    return Dashboard.elements(data.path("result"))
        .map(one -> new Series(labels(one), values(one.path(values))))
        .toList();
  }

  private static Map<String, String> labels(JsonNode series) {
    var labels = new HashMap<String, String>();
    series
        .path("metric")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  /** An instant's answer is one pair of time and value, a range's a list of them. */
  private static List<Double> values(JsonNode node) {
    var pairs = node.path(0).isArray() ? Dashboard.elements(node) : Stream.of(node);
    return pairs
        .map(pair -> Double.valueOf(pair.path(1).asText().replace("Inf", "Infinity")))
        .toList();
  }

  private JsonNode get(String path, Map<String, String> parameters)
      throws IOException, InterruptedException {
    var query = parameters.entrySet().stream()
        .map(p -> URLEncoder.encode(p.getKey(), StandardCharsets.UTF_8) + "="
            + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
    var uri = URI.create("http://%s/api/v1/%s?%s".formatted(address, path, query));
    var response = http.send(
        HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
    var answer = response.body();
    if (response.statusCode() == HttpURLConnection.HTTP_UNAVAILABLE) {
      throw new ConnectException("Prometheus is not ready yet: " + answer);
    }
    var json = JSON.readTree(answer);
    if (!json.path("status").asText().equals("success")) {
      throw new AssertionError("Prometheus answers %s to %s".formatted(answer, parameters));
    }
    return json.path("data");
  }

  @Override
  public void close() throws InterruptedException {
    http.close();
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
