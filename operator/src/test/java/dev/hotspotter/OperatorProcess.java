package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.testing.FreePort;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operator in a process of its own. */
final class OperatorProcess implements AutoCloseable {

  private final int web = FreePort.find();
  private final int telemetry = FreePort.find();
  private final Path log;
  private final Process process;

  /** Starts it with these variables, which may replace its usual ones; the folder holds its log. */
  OperatorProcess(
      Path folder, List<String> command, StoreSettings store, Map<String, String> variables)
      throws IOException {
    log = folder.resolve("operator.log");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder
        .environment()
        .putAll(Map.of(
            "HOTSPOTTER_SIDECAR_IMAGE", "sidecar:test",
            "HOTSPOTTER_STORE_ENDPOINT", store.endpoint(),
            "HOTSPOTTER_STORE_ACCESS_KEY", store.accessKey(),
            "HOTSPOTTER_STORE_SECRET_KEY", store.secretKey(),
            "HOTSPOTTER_LEADER_ELECTION", "true",
            "POD_NAMESPACE", "default",
            "HOTSPOTTER_WEB_PORT", Integer.toString(web),
            "HOTSPOTTER_METRICS_PORT", Integer.toString(telemetry)));
    builder.environment().putAll(variables);
    process = builder.start();
  }

  /** The command without any options for the JVM. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        HotspotterOperator.class.getName());
  }

  Process process() {
    return process;
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The lines of the log with these words. */
  List<String> lines(String words) {
    return log().lines().filter(line -> line.contains(words)).toList();
  }

  /** The answer of its telemetry server; empty while that does not listen yet. */
  Optional<HttpResponse<String>> telemetry(String path) throws InterruptedException {
    return get(telemetry, path);
  }

  /** The answer of its pages. */
  Optional<HttpResponse<String>> web(String path) throws InterruptedException {
    return get(web, path);
  }

  private Optional<HttpResponse<String>> get(int port, String path) throws InterruptedException {
    assertThat(process.isAlive()).as(this::log).isTrue();
    try {
      return Optional.of(TestOperator.get(port, path));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
