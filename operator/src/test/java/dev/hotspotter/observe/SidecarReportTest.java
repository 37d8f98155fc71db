package dev.hotspotter.observe;

import static dev.hotspotter.observe.SidecarReport.Outcome.FAILED;
import static dev.hotspotter.observe.SidecarReport.Outcome.RECORDED;
import static dev.hotspotter.observe.SidecarReport.Outcome.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.select.SidecarCapacity;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SidecarReportTest {

  /** The reports that the sidecar's own tests make sure it writes. */
  private static final Path GOLDEN = Path.of("..", "sidecar", "testdata", "reports");

  private static final SidecarReport.Jvm NOTIFIER =
      new SidecarReport.Jvm(1, "HotSpot", "25.0.3", "dev.hotspotter.demo.Notifier", true);

  private static final SidecarReport.Recording MINUTE = new SidecarReport.Recording(
      false,
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "2026-03-01T09:30:00.125Z",
      "2026-03-01T09:31:00.131Z",
      1482113L);

  private static final SidecarReport.Recording CUT = new SidecarReport.Recording(
      true,
      "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      "2026-03-01T09:30:00.125Z",
      "2026-03-01T09:30:21.625Z",
      268503040L);

  /** Each golden file's outcome, reason, part of the message, JVM, recording and three timings. */
  private static final Map<String, Expected> EXPECTED = Map.of(
      "recorded-diagnostics.json",
          new Expected(
              RECORDED, "Recorded", "uploaded 1482113 bytes", NOTIFIER, MINUTE, 82, 60006, 12),
      "recorded.json",
          new Expected(
              RECORDED, "Recorded", "uploaded 1482113 bytes", NOTIFIER, MINUTE, 82, 60006, 12),
      "recorded-truncated.json",
          new Expected(
              RECORDED,
              "Recorded",
              "grew past",
              new SidecarReport.Jvm(7, "HotSpot", "17.0.19", "app.jar", false),
              CUT,
              95,
              21500,
              1430),
      "refused-no-jvm.json", new Expected(REFUSED, "NoJvmFound", "is a JVM", null, null, 0, 0, 0),
      "refused-attach-disabled.json",
          new Expected(
              REFUSED, "AttachDisabled", "-XX:+DisableAttachMechanism", NOTIFIER, null, 0, 0, 0),
      "failed-attach.json",
          new Expected(
              FAILED, "AttachFailed", "did not accept the profiler", NOTIFIER, null, 6012, 0, 0),
      "failed-upload.json",
          new Expected(
              FAILED, "UploadFailed", "403 AccessDenied", NOTIFIER, MINUTE, 82, 60006, 31));

  private record Expected(
      SidecarReport.Outcome outcome,
      String reason,
      String words,
      SidecarReport.Jvm jvm,
      SidecarReport.Recording recording,
      long attachMillis,
      long recordMillis,
      long uploadMillis) {}

  static Stream<Path> golden() throws IOException {
    return Files.list(GOLDEN).sorted();
  }

  @ParameterizedTest
  @MethodSource("golden")
  void every_golden_report_is_read_in_full(Path file) throws IOException {
    var expected = EXPECTED.get(file.getFileName().toString());
    assertThat(expected).as("say in this test what %s means", file).isNotNull();

    var report = SidecarReport.parse(Files.readString(file)).orElseThrow();

    assertThat(report.version()).isEqualTo(SidecarReport.VERSION);
    assertThat(report.outcome()).isEqualTo(expected.outcome());
    assertThat(report.reason()).isEqualTo(expected.reason());
    assertThat(report.message()).contains(expected.words());
    assertThat(report.jvm()).isEqualTo(expected.jvm());
    assertThat(report.recording()).isEqualTo(expected.recording());
    assertThat(report.timings())
        .isEqualTo(new SidecarReport.Timings(
            expected.attachMillis(), expected.recordMillis(), expected.uploadMillis()));
  }

  @Test
  void diagnostics_are_those_that_are_stored_and_those_that_are_missing() throws IOException {
    var some = SidecarReport.parse(compact("recorded-diagnostics.json")).orElseThrow();
    var none = SidecarReport.parse(compact("recorded-diagnostics.json").replace("48213", "0"))
        .orElseThrow();
    var unwanted = SidecarReport.parse(compact("recorded.json")).orElseThrow();

    assertThat(some.diagnosticsBytes()).isEqualTo(48213);
    assertThat(some.missingDiagnostics(true).orElseThrow())
        .startsWith("not all diagnostics: classHistogram: the JVM did not answer in time");
    assertThat(none.diagnosticsBytes()).isNull();
    assertThat(none.missingDiagnostics(true).orElseThrow())
        .startsWith("no diagnostics: classHistogram");
    assertThat(unwanted.diagnosticsBytes()).isNull();
    assertThat(unwanted.missingDiagnostics(true)).isEmpty();
  }

  @Test
  void every_golden_report_that_this_test_knows_is_still_there() throws IOException {
    assertThat(golden().map(file -> file.getFileName().toString()))
        .containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        " \n",
        "Error: exec format error",
        "{\"version\":1,\"outcome\":\"Recor",
        "[]",
        "null",
        "1"
      })
  void what_a_killed_or_foreign_container_leaves_is_no_report(String message) {
    assertThat(SidecarReport.parse(message)).isEmpty();
  }

  private static final String REPORT =
      "{'version':1,'outcome':'Recorded','reason':'Recorded','message':'m','recording':{'bytes':%s,"
          + "'sha256':'%s','startTime':'%s'}}";

  static Stream<Arguments> incomplete() {
    return Stream.of(
        argumentSet(
            "another version",
            "{'version':2,'outcome':'Refused','reason':'NoJvmFound','message':'m'}"),
        argumentSet("no version", "{'outcome':'Refused','reason':'NoJvmFound','message':'m'}"),
        argumentSet("no outcome", "{'version':1,'reason':'NoJvmFound','message':'m'}"),
        argumentSet(
            "an unknown outcome",
            "{'version':1,'outcome':'Skipped','reason':'NoJvmFound','message':'m'}"),
        argumentSet("no reason", "{'version':1,'outcome':'Refused','message':'m'}"),
        argumentSet(
            "a reason that is not one word",
            "{'version':1,'outcome':'Refused','reason':'no JVM','message':'m'}"),
        argumentSet("no message", "{'version':1,'outcome':'Refused','reason':'NoJvmFound'}"),
        argumentSet(
            "recorded without a recording",
            "{'version':1,'outcome':'Recorded','reason':'Recorded','message':'m'}"),
        argumentSet("fewer than no bytes", REPORT.formatted("-1", "ab", "2026-03-01T09:30:00Z")),
        argumentSet(
            "more bytes than a status can hold",
            REPORT.formatted("9007199254740992", "ab", "2026-03-01T09:30:00Z")),
        argumentSet(
            "a hash that is none", REPORT.formatted("5", "<script>", "2026-03-01T09:30:00Z")),
        argumentSet("a time that is none", REPORT.formatted("5", "ab", "2026-13-01T09:30:00Z")),
        argumentSet(
            "diagnostics of fewer than no bytes",
            "{'version':1,'outcome':'Failed','reason':'A','message':'m','diagnostics':{'bytes':-1}}"),
        argumentSet(
            "recorded without a hash",
            "{'version':1,'outcome':'Recorded','reason':'Recorded','message':'m','recording':{'bytes':5}}"));
  }

  /**
   * Reports are checked like any input, because a target of the same user can write to the
   * sidecar's files.
   */
  @ParameterizedTest
  @MethodSource("incomplete")
  void a_report_that_nothing_can_be_made_of_is_no_report(String json) {
    assertThat(SidecarReport.parse(json.replace('\'', '"'))).isEmpty();
  }

  /** The kubelet divides 12 KiB by the number of the pod's containers, which has a limit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "recorded.json",
        "recorded-truncated.json",
        "recorded-diagnostics.json",
        "failed-upload.json"
      })
  void what_matters_of_a_recording_survives_the_kubelets_cut_in_a_pod_of_any_size(String golden)
      throws IOException {
    var document = compact(golden);
    var expected = EXPECTED.get(golden);
    for (var containers = 1; containers <= SidecarCapacity.MOST_CONTAINERS; containers++) {
      var report = SidecarReport.parse(
              document.substring(0, Math.min(document.length(), 12 * 1024 / containers)))
          .orElseThrow();

      assertThat(report.outcome()).isEqualTo(expected.outcome());
      assertThat(report.reason()).isEqualTo(expected.reason());
      assertThat(report.recording().sha256()).isEqualTo(expected.recording().sha256());
      assertThat(report.recording().truncated()).isEqualTo(expected.recording().truncated());
    }
  }

  @Test
  void the_times_that_were_cut_are_those_of_the_sidecar() throws IOException {
    var whole = compact("recorded.json");
    var sidecar = new ContainerStateTerminatedBuilder()
        .withStartedAt("2026-03-01T09:29:58Z")
        .withFinishedAt("2026-03-01T09:31:02Z")
        .build();

    var cut = SidecarReport.parse(whole.substring(0, 12 * 1024 / SidecarCapacity.MOST_CONTAINERS))
        .orElseThrow()
        .during(sidecar);

    assertThat(cut.recording())
        .isEqualTo(new SidecarReport.Recording(
            false, MINUTE.sha256(), "2026-03-01T09:29:58Z", "2026-03-01T09:31:02Z", null));
    assertThat(SidecarReport.parse(whole).orElseThrow().during(sidecar).recording())
        .isEqualTo(MINUTE);
  }

  /** Half of a number is another number. */
  @Test
  void what_is_left_of_a_report_is_true_wherever_it_is_cut() throws IOException {
    var document = compact("recorded.json");
    for (var length = 0; length < document.length(); length++) {
      SidecarReport.parse(document.substring(0, length))
          .ifPresent(report -> assertThat(report.recording())
              .usingRecursiveComparison()
              .ignoringActualNullFields()
              .isEqualTo(MINUTE));
    }
  }

  @Test
  void a_refusal_survives_the_kubelets_cut_without_its_sentence() throws IOException {
    var report =
        SidecarReport.parse(compact("refused-no-jvm.json").substring(0, 128)).orElseThrow();

    assertThat(report.reason()).isEqualTo("NoJvmFound");
    assertThat(report.message()).startsWith("the kubelet has cut the sidecar's report");
  }

  private static String compact(String golden) throws IOException {
    return new ObjectMapper()
        .readTree(Path.of("..", "sidecar", "testdata", "reports", golden).toFile())
        .toString();
  }

  @Test
  void fields_of_a_later_sidecar_are_ignored() {
    var json =
        "{'version':1,'outcome':'Refused','reason':'NoJvmFound','message':'m','new':{'a':1},'jvm':{'pid':1,'extra':2}}";

    assertThat(SidecarReport.parse(json.replace('\'', '"')))
        .map(r -> r.jvm().pid())
        .contains(1);
  }
}
