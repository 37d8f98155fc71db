package dev.hotspotter.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Checks the protocol of Pyroscope's POST /ingest more strictly than Pyroscope does. It answers by
 * the test's script, and with 200 after its end.
 */
public final class IngestServer implements AutoCloseable {

  private static final List<String> PARAMETERS =
      List.of("format", "from", "name", "sampleRate", "spyName", "until");

  /** The syntax of Pyroscope's parser: labels have no quotes, and values no comma and no brace. */
  private static final Pattern NAME =
      Pattern.compile("[\\w./-]+\\{([\\w.]+=[^,{}=\"\\s]+(,[\\w.]+=[^,{}=\"\\s]+)*)}");

  private static final Pattern SECONDS = Pattern.compile("1[0-9]{9}");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final String tenant;
  private final String authorization;
  private final ConcurrentLinkedQueue<Supplier<Answer>> script = new ConcurrentLinkedQueue<>();
  private final List<Ingested> ingested = new CopyOnWriteArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();

  /** A recording that came, and its period. */
  public record Ingested(
      String service,
      Map<String, String> labels,
      long from,
      long until,
      int sampleRate,
      List<String> events,
      long nanos) {}

  /** An answer; a null value means no header. */
  public record Answer(int status, String retryAfter, String body) {}

  /** Listens on loopback; port 0 means any free one. */
  public IngestServer(int port, String tenant, String authorization) throws IOException {
    this.tenant = tenant;
    this.authorization = authorization;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The answer to one more request; may wait for what a test does meanwhile. */
  public IngestServer then(Supplier<Answer> answer) {
    script.add(answer);
    return this;
  }

  public IngestServer then(int status, String retryAfter, String body) {
    return then(() -> new Answer(status, retryAfter, body));
  }

  /** All that came, answered with 200 or not. */
  public List<Ingested> ingested() {
    return ingested;
  }

  /** The violations of the protocol. */
  public List<String> violations() {
    return violations;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      Answer answer;
      try {
        ingested.add(checked(exchange, body));
        var next = script.poll();
        answer = next == null ? new Answer(200, null, "") : next.get();
      } catch (IllegalArgumentException | IOException e) {
        violations.add(e.getMessage());
        answer = new Answer(400, null, e.getMessage());
      }
      if (answer.retryAfter() != null) {
        exchange.getResponseHeaders().add("Retry-After", answer.retryAfter());
      }
      var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Ingested checked(HttpExchange exchange, byte[] body) throws IOException {
    require(exchange.getRequestMethod(), "POST", "method");
    require(exchange.getRequestURI().getPath(), "/ingest", "path");
    header(exchange, "X-Scope-OrgID", tenant);
    header(exchange, "Authorization", authorization);
    header(exchange, "Content-Type", "application/octet-stream");
    header(exchange, "Content-Encoding", null);
    header(exchange, "Content-Length", Integer.toString(body.length));
    var query = query(exchange.getRequestURI().getRawQuery());
    require(query.get("format"), "jfr", "format");
    require(query.get("spyName"), "hotspotter", "spyName");
    var name = NAME.matcher(query.get("name"));
    if (!name.matches()
        || !SECONDS.matcher(query.get("from")).matches()
        || !SECONDS.matcher(query.get("until")).matches()) {
      throw new IllegalArgumentException(
          "not a name with labels and two times in seconds: " + query);
    }
    var labels = new TreeMap<String, String>();
    for (var label : name.group(1).split(",")) {
      if (labels.put(label.split("=")[0], label.split("=")[1]) != null) {
        throw new IllegalArgumentException("a label that is there twice: " + label);
      }
    }
    return new Ingested(
        query.get("name").replaceFirst("\\{.*", ""),
        labels,
        Long.parseLong(query.get("from")),
        Long.parseLong(query.get("until")),
        Integer.parseInt(query.get("sampleRate")),
        events(body),
        System.nanoTime());
  }

  private static Map<String, String> query(String raw) {
    var query = new TreeMap<String, String>();
    var names = new ArrayList<String>();
    for (var pair : raw.split("&")) {
      var parts = pair.split("=", 2);
      names.add(parts[0]);
      query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    require(names.stream().sorted().toList(), PARAMETERS, "query parameters");
    return query;
  }

  /** The kinds of events in the recording, which must be one. */
  private static List<String> events(byte[] body) throws IOException {
    var file = Files.createTempFile("ingested", ".jfr");
    try {
      Files.write(file, body);
      var kinds = new TreeSet<String>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        kinds.add(event.getEventType().getName());
      }
      return List.copyOf(kinds);
    } finally {
      Files.delete(file);
    }
  }

  private static void header(HttpExchange exchange, String name, String expected) {
    var values = exchange.getRequestHeaders().getOrDefault(name, List.of());
    require(values, expected == null ? List.of() : List.of(expected), name);
  }

  private static void require(Object seen, Object expected, String what) {
    if (!expected.equals(seen)) {
      throw new IllegalArgumentException(
          "%s should be %s, and was %s".formatted(what, expected, seen));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
