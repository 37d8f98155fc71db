package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.report.comparison.Outlier;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Reported;
import dev.hotspotter.testing.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published schema describes the reports that the operator writes. */
class JobReportSchemaTest {

  private static final Path SCHEMA = Path.of("..", "docs", "reference", "report.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Schema schema;

  @BeforeAll
  static void read() throws IOException {
    schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(SCHEMA));
  }

  @ParameterizedTest
  @EnumSource(Event.class)
  void a_report_fits_it(Event event) throws IOException {
    assertThat(problems(report(event), report -> {})).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void a_file_of_any_format_fits_it(Format format) throws IOException {
    assertThat(problems(
            report(Event.CPU),
            report -> ((ObjectNode) report.at("/files/cpu"))
                .put(format.word(), ObjectKeys.merged(Event.CPU, format))))
        .isEmpty();
  }

  @Test
  void a_report_with_every_field_fits_it_and_none_is_undescribed() throws IOException {
    assertThat(problems(Reported.report(), report -> {})).isEmpty();
    ObjectNode json = JSON.valueToTree(Reported.report());
    assertThat(objects(json, ""))
        .contains("/answers/locks/locks/1/owners/0")
        .allSatisfy(place -> assertThat(problems(
                Reported.report(), report -> ((ObjectNode) report.at(place)).put("surprise", 1)))
            .as(place)
            .isNotEmpty());
  }

  /** The CRD describes the fields below spec. */
  private static List<String> objects(JsonNode node, String place) {
    var all = new ArrayList<String>();
    if (node.isObject() && !place.startsWith("/spec") && !place.equals("/labels")) {
      all.add(place);
    }
    node.properties()
        .forEach(field -> all.addAll(objects(field.getValue(), place + "/" + field.getKey())));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      all.addAll(objects(node.get(i), place + "/" + i));
    }
    return all;
  }

  @Test
  void it_leaves_no_field_undescribed() throws IOException {
    assertThat(problems(report(Event.CPU), report -> report.put("surprise", 1)))
        .singleElement()
        .asString()
        .contains("surprise");
    assertThat(problems(
            report(Event.CPU),
            report -> ((ObjectNode) report.at("/hot/cpu/self/0")).put("surprise", 1)))
        .hasSize(1);
    assertThat(problems(
            report(Event.CPU), report -> ((ObjectNode) report.at("/targets/0")).put("surprise", 1)))
        .hasSize(1);
    for (var place : List.of(
        "/outliers/cpu/0",
        "/outliers/cpu/0/frames/0",
        "/comparison",
        "/comparison/baseline",
        "/comparison/verdict",
        "/comparison/events/cpu",
        "/comparison/events/cpu/self/0")) {
      assertThat(problems(
              report(Event.CPU), report -> ((ObjectNode) report.at(place)).put("surprise", 1)))
          .as(place)
          .hasSize(1);
    }
  }

  @Test
  void it_asks_for_what_readers_need() throws IOException {
    assertThat(problems(report(Event.CPU), report -> report.remove("hot"))).hasSize(1);
    assertThat(problems(report(Event.CPU), report -> report.put("version", 1))).hasSize(1);
  }

  private static List<Error> problems(JobReport report, Consumer<ObjectNode> change)
      throws JsonProcessingException {
    ObjectNode json = JSON.valueToTree(report);
    change.accept(json);
    return schema.validate(JSON.writeValueAsString(json), InputFormat.JSON);
  }

  /** One event that was compared, and one that was not. */
  private static Comparison comparison(Event event) {
    var before = new FrameCounts(
        1_000, 1_000, Map.of("md5", 300L, "crc", 20L), Map.of("Message.uniqueId", 300L), Map.of());
    var now = new FrameCounts(
        1_000, 1_000, Map.of("md5", 100L, "hex", 20L), Map.of("Message.uniqueId", 100L), Map.of());
    var baseline = new Comparison.Baseline(
        "checkout-before",
        "0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f",
        "2026-11-20T10:00:00Z",
        "shop/checkout-before-0c8e3f2a/");
    return Comparison.of(
        baseline,
        Map.of(
            event.word(),
            Differences.between(before, now, event),
            event == Event.WALL ? "cpu" : "wall",
            Differences.none(
                "BaselineEventMissing",
                "the baseline has no samples of it; record both jobs under load")));
  }

  @Test
  void a_report_without_a_baseline_fits_it_and_so_does_one_without_a_comparison()
      throws IOException {
    ObjectNode none = JSON.valueToTree(Comparison.none("BaselineNotFound", "there is none"));
    assertThat(problems(report(Event.CPU), report -> report.set("comparison", none)))
        .isEmpty();
    assertThat(problems(report(Event.CPU), report -> report.remove("comparison")))
        .isEmpty();
  }

  private static JobReport report(Event event) {
    var target = Targets.succeeded("a");
    var recording = RecordingBuilder.builder(Jobs.recording(event))
        .diagnostics(List.of(Diagnostic.values()))
        .build();
    var frames = List.of(new HotList.HotFrame(
        "md5_implCompressMB", 80, 40, List.of("Main.main", "md5_implCompressMB")));
    return JobReport.of(
        Jobs.running(Jobs.job(null, recording, 10, null), target),
        List.of(target),
        Map.of(event.word(), Map.of("flamegraph", ObjectKeys.mergedFlameGraph(event))),
        Map.of(event.word(), new HotList(200, frames, frames)),
        Map.of(
            event.word(),
            List.of(new Outlier(
                "a",
                "app",
                100,
                0.25,
                true,
                List.of(new Outlier.Difference("Message.uniqueId", 55, 30, true))))),
        Optional.empty(),
        Optional.of(comparison(event)));
  }
}
