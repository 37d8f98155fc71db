package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.Outlier;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobReportTest {

  private static final HotList HOT = new HotList(
      200,
      List.of(new HotList.HotFrame("md5", 80, 40, List.of("md5"))),
      List.of(new HotList.HotFrame(
          "Message.uniqueId", 62, 31, List.of("Main.main", "Message.uniqueId"))));

  private static final Map<String, Map<String, String>> FILES =
      Map.of("cpu", Map.of("flamegraph", "merged/cpu.html"));

  private static final Map<String, List<Outlier>> OUTLIERS = Map.of(
      "cpu",
      List.of(new Outlier(
          "a",
          "app",
          100,
          0.25,
          true,
          List.of(new Outlier.Difference("Message.uniqueId", 55, 30, true)))));

  @Test
  void it_says_what_was_recorded_and_where_each_file_lies_below_the_jobs_folder() {
    var report = report(Targets.succeeded("a"));

    assertThat(report)
        .isEqualTo(new JobReport(
            5,
            "shop",
            "checkout-cpu",
            "1f0c3a5e-7d24-4c0b-9c55-0d6e8f1a2b3c",
            Map.of("team", "checkout"),
            Jobs.job(Event.CPU, Event.ALLOC).getSpec(),
            "app=notifier",
            "2026-11-21T10:00:00Z",
            null,
            List.of(new JobReport.Target(
                "a",
                "app",
                "worker-1",
                null,
                "a/app/recording.jfr",
                Map.of("cpu", "a/app/cpu.html", "alloc", "a/app/alloc.html"),
                Map.of(
                    "cpu",
                        Map.of("flamegraph", "a/app/cpu.html", "collapsed", "a/app/cpu.collapsed"),
                    "alloc",
                        Map.of(
                            "flamegraph",
                            "a/app/alloc.html",
                            "collapsed",
                            "a/app/alloc.collapsed")),
                null)),
            List.of(),
            FILES,
            Map.of("cpu", HOT),
            OUTLIERS,
            null,
            null));
  }

  @Test
  void it_says_where_diagnostics_lie_that_were_asked_for() {
    var job = Jobs.job(
        null,
        RecordingBuilder.builder(Jobs.recording(Event.CPU))
            .diagnostics(List.of(Diagnostic.THREAD_DUMP))
            .build(),
        10,
        null);
    var report = JobReport.of(
        Jobs.running(job),
        List.of(Targets.succeeded("a")),
        FILES,
        Map.of("cpu", HOT),
        OUTLIERS,
        Optional.empty(),
        Optional.empty());

    assertThat(report.targets())
        .extracting(JobReport.Target::diagnostics)
        .containsExactly("a/app/diagnostics.txt");
  }

  @Test
  void it_says_how_far_apart_the_recordings_began() {
    var a = RecordingStatusBuilder.builder(Targets.succeeded("a"))
        .startTime("2026-11-21T10:00:01.000Z")
        .build();
    var b = RecordingStatusBuilder.builder(Targets.succeeded("b"))
        .startTime("2026-11-21T10:00:01.345Z")
        .build();

    var failed = RecordingStatusBuilder.builder(Targets.failed("c", "JvmGone", "the JVM ended"))
        .startTime("2026-11-21T10:05:00.000Z")
        .build();

    assertThat(report(b, a).startSkewMillis()).isEqualTo(345);
    assertThat(report(a).startSkewMillis()).isNull();
    assertThat(report(b, a, failed).startSkewMillis()).isEqualTo(345);
    assertThat(report(a, failed).startSkewMillis())
        .as("there is one recording only")
        .isNull();
  }

  @Test
  void it_says_why_targets_failed() {
    var report = report(Targets.failed("a", "NoJvmFound", "none"), Targets.succeeded("b"));

    assertThat(report.targets()).extracting(JobReport.Target::pod).containsExactly("b");
    assertThat(report.failed())
        .containsExactly(new JobReport.Failure("a", "app", "worker-1", "NoJvmFound", "none"));
  }

  @Test
  void it_can_be_read_again_when_the_job_is_gone() throws IOException {
    var json = new ObjectMapper();
    var report = report(Targets.succeeded("a"));

    var written = json.writeValueAsString(report);
    assertThat(json.writeValueAsString(json.readValue(written, JobReport.class)))
        .isEqualTo(written);
  }

  private static JobReport report(RecordingStatus... targets) {
    var job = Jobs.running(Jobs.job(Event.CPU, Event.ALLOC), targets);
    job.getMetadata().setLabels(Map.of("team", "checkout"));
    return JobReport.of(
        job,
        List.of(targets),
        FILES,
        Map.of("cpu", HOT),
        OUTLIERS,
        Optional.empty(),
        Optional.empty());
  }
}
