package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows the renderer's files of a real recording in a browser, in Grafana's flame graph component.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FlameGraphPanelIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SEARCH = "Burner.burn";

  /** The picture is for people; no test reads it. */
  private static final Path PICTURE =
      Path.of("target", "grafana-flame-graph.png").toAbsolutePath();

  private static final Pattern FOUND = Pattern.compile(
      "<script id=\"found\" type=\"application/json\">(.*?)</script>", Pattern.DOTALL);

  @TempDir
  static Path folder;

  private JsonNode rows;
  private JsonNode found;

  @BeforeAll
  void lookAtARecording() throws Exception {
    var jfr = folder.resolve("recording.jfr");
    record(jfr);
    var task = new RenderRecording(
        jfr,
        Jobs.recording(Event.CPU),
        List.of(Format.COLLAPSED, Format.GRAFANA),
        new ApplicationCode(Set.of(), Set.of()),
        "a pod",
        folder);
    try (var renderer = Renderers.renderer()) {
      renderer.run(task, Long.MAX_VALUE);
    }
    rows = JSON.readTree(task.file(Event.CPU, Format.GRAFANA).toFile());
    found = look(page());
  }

  @Test
  void the_hot_method_leads_the_table_with_its_own_time() {
    var hot = sum("self", Burner.HOT_METHOD);
    var first = found.path("rows").path(0);

    assertThat(hot).isGreaterThan(rows.path(0).path("value").asLong() / 2);
    assertThat(first.path(0).asText()).isEqualTo(Burner.HOT_METHOD);
    assertThat(nanos(first.path(1).asText())).as("self").isCloseTo(hot, withinPercentage(1));
    assertThat(nanos(first.path(2).asText()))
        .as("total; it does not call itself")
        .isCloseTo(sum("value", Burner.HOT_METHOD), withinPercentage(1));
  }

  @Test
  void the_graph_is_painted() {
    assertThat(found.path("canvas").path("painted").asLong()).isGreaterThan(10_000);
    assertThat(found.path("canvas").path("coloured").asLong()).isGreaterThan(10_000);
    assertThat(PICTURE).isNotEmptyFile();
  }

  @Test
  void a_search_highlights_the_hot_method() {
    assertThat(found.path("searched"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.path(0).asText()).contains(SEARCH));
    assertThat(found.path("highlighted").path("coloured").asLong())
        .isPositive()
        .isLessThan(found.path("canvas").path("coloured").asLong());
  }

  /** Runs in a new thread, so that the stacks do not contain the test runner. */
  private static void record(Path jfr) throws Exception {
    CompletableFuture.runAsync(
            () -> {
              try {
                Burner.record(jfr, Duration.ofSeconds(2));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            task -> Thread.ofPlatform().start(task))
        .get();
  }

  private long sum(String field, String frame) {
    return StreamSupport.stream(rows.spliterator(), false)
        .filter(row -> row.path("label").asText().equals(frame))
        .mapToLong(row -> row.path(field).asLong())
        .sum();
  }

  /** Grafana formats times with a few digits and a suitable unit. */
  private static long nanos(String text) {
    var parts = text.split(" ");
    return Math.round(
        Double.parseDouble(parts[0]) * Map.of("ms", 1e6, "s", 1e9, "min", 60e9).get(parts[1]));
  }

  private Path page() throws IOException {
    Files.copy(
        Tools.made("grafana-panel/panel.js", "charts/tests/grafana/panel/bundle.sh"),
        folder.resolve("panel.js"));
    return Files.writeString(folder.resolve("page.html"), """
        <!doctype html>
        <meta charset="utf-8">
        <title>Grafana's flame graph panel</title>
        <body style="margin: 0; background: #111217; color: #ccccdc; font: 14px sans-serif">
        <div id="panel" style="width: 1400px; height: 760px"></div>
        <script id="rows" type="application/json">%s</script>
        <script id="unit" type="application/json">"ns"</script>
        <script id="search" type="application/json">"%s"</script>
        <script src="panel.js"></script>
        """.formatted(
            rows.toString().replace("<", "\\u003c"), SEARCH));
  }

  /** The page reports its findings, or the cause of a failure. */
  private JsonNode look(Path page) throws Exception {
    var command = List.of(
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=1400,780",
        "--virtual-time-budget=30000",
        "--user-data-dir=" + folder.resolve("profile"),
        "--screenshot=" + PICTURE,
        "--dump-dom",
        page.toUri().toString());
    var log = folder.resolve("chromium.log");
    var dom = folder.resolve("dom.html");
    var browser = new ProcessBuilder(command)
        .redirectOutput(dom.toFile())
        .redirectError(log.toFile())
        .start();
    assertThat(browser.waitFor(5, TimeUnit.MINUTES)).as("the browser is done").isTrue();
    var answer = FOUND.matcher(Files.readString(dom));
    assertThat(answer.find())
        .as(
            "%s\n%s",
            Files.readString(dom).replaceAll("(?s)<script.*?</script>", ""), Files.readString(log))
        .isTrue();
    var found = JSON.readTree(answer.group(1));
    assertThat(found.path("error").asText()).as("%s", found).isEmpty();
    return found;
  }
}
