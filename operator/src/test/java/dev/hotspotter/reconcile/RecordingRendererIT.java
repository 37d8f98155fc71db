package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ArtifactOptions;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.Format;
import dev.hotspotter.api.MergeBy;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.render.Renderer;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Sums;
import dev.hotspotter.testing.Targets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings in a real object store, good ones and others, and what is made of them. */
class RecordingRendererIT {

  private static final long LIMIT = 16 << 20;

  private static final Renderer RENDERER = new Renderer(1);

  @TempDir static Path temp;

  private static S3Server s3;
  private static ObjectStore store;
  private static Path recording;

  private final ProfileJob job = Jobs.job();
  private RecordingStatus target;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("s3"));
    store = new ObjectStore(s3.settings());
    assertThat(store.problem()).isEmpty();
    recording = temp.resolve("burner.jfr");
    Burner.record(recording, Duration.ofSeconds(1));
  }

  @AfterAll
  static void stop() {
    RENDERER.close();
    s3.close();
  }

  @BeforeEach
  void useOtherKeysInEachTest() throws Exception {
    target = Targets.succeeded(Files.createTempDirectory(temp, "pod").getFileName().toString());
  }

  @Test
  void a_recording_becomes_graphs_and_these_a_report() throws Exception {
    upload(recording);

    assertThat(render(LIMIT)).isInstanceOfSatisfying(RenderOutcome.Rendered.class, done -> assertThat(done.samples(Event.CPU)).isPositive());
    assertThat(merge(LIMIT))
        .isInstanceOfSatisfying(MergeOutcome.Merged.class, done -> assertThat(done.hottest()).startsWith("Burner.burn "));
  }

  @Test
  void every_format_is_stored_of_the_target_and_over_all() throws Exception {
    choose(MergeBy.POD, Format.values());
    upload(recording);

    render(LIMIT);
    merge(LIMIT);

    assertThat(Sums.ofCollapsed(fetch("merged/cpu.collapsed"))).isPositive();
    for (var format : Format.values()) {
      for (var path : List.of(ObjectKeys.below(target, Event.CPU, format), ObjectKeys.merged(Event.CPU, format))) {
        assertThat(fetch(path)).as(path).isNotEmptyFile();
      }
    }
    assertThat(Files.readAllLines(fetch("merged/cpu.collapsed"))).allMatch(stack -> stack.startsWith(target.pod() + ";"));
    assertThat(report().hot().get("cpu").application().getFirst().path()).as("without the root").doesNotContain(target.pod());
    assertThat(report().files().get("cpu")).containsOnlyKeys("flamegraph", "heatmap", "collapsed", "pprof", "otlp", "grafana");
    assertThat(report().targets().getFirst().files().get("cpu")).containsKey("heatmap");
  }

  @Test
  void what_nobody_chose_is_not_made_but_what_merging_needs() throws Exception {
    choose(MergeBy.NONE, Format.PPROF);
    upload(recording);

    render(LIMIT);
    merge(LIMIT);

    assertThat(store.list(ObjectKeys.folder(job)))
        .contains(ObjectKeys.collapsed(job, target, Event.CPU))
        .doesNotContain(ObjectKeys.folder(job) + ObjectKeys.below(target, Event.CPU, Format.FLAMEGRAPH));
    assertThat(report().files().get("cpu")).containsOnlyKeys("flamegraph", "pprof");
    assertThat(report().targets().getFirst().flameGraphs()).isEmpty();
  }

  @Test
  void recordings_that_are_too_large_together_have_no_files_of_recordings_over_all() throws Exception {
    choose(MergeBy.NONE, Format.HEATMAP);
    upload(recording);
    render(LIMIT);

    assertThat(merge(Files.size(recording) - 1)).isInstanceOf(MergeOutcome.Merged.class);
    assertThat(report().files().get("cpu")).containsOnlyKeys("flamegraph");
  }

  private void choose(MergeBy mergeBy, Format... formats) {
    job.setSpec(Jobs.job(new ArtifactOptions(List.of(formats), mergeBy, null)).getSpec());
  }

  private JobReport report() throws Exception {
    return new ObjectMapper().readValue(fetch(ObjectKeys.REPORT).toFile(), JobReport.class);
  }

  private Path fetch(String path) throws Exception {
    var file = temp.resolve("fetched");
    store.fetch(ObjectKeys.folder(job) + path, file, LIMIT);
    return file;
  }

  @Test
  void what_is_larger_than_the_limit_fails_at_once() throws Exception {
    upload(recording);

    assertThat(render(100)).isEqualTo(new RenderOutcome.Failed(
        "%s has %d bytes, more than the limit of 100".formatted(ObjectKeys.recording(job, target), Files.size(recording))));
    render(LIMIT);
    assertThat(merge(1))
        .isInstanceOfSatisfying(MergeOutcome.Failed.class, failed -> assertThat(failed.message()).contains("more than the limit of 1"));
  }

  @Test
  void what_is_no_jfr_fails_at_once() throws Exception {
    upload(Files.writeString(temp.resolve("text"), "no recording"));

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(
            RenderOutcome.Failed.class, failed -> assertThat(failed.message()).startsWith("the recording of 12 bytes cannot be rendered: "));
  }

  @Test
  void graphs_that_the_store_refuses_are_postponed_in_its_words() throws Exception {
    upload(recording);
    var somethingElse = Files.writeString(temp.resolve("other"), "other");
    store.put(ObjectKeys.collapsed(job, target, Event.CPU) + "/in-the-way", somethingElse, "text/plain");

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(RenderOutcome.Postponed.class, postponed -> {
          assertThat(postponed.setback().reason()).isEqualTo("ObjectStoreUnavailable");
          assertThat(postponed.setback().message()).startsWith("the object store failed: ").contains("irectory");
        });
  }

  private RenderOutcome render(long limit) {
    return new RecordingRenderer(store, limit, RENDERER, new ApplicationCode(Set.of(), Set.of()), new OperatorMetrics(new SimpleMeterRegistry())).render(job, target);
  }

  private MergeOutcome merge(long limit) {
    job.setStatus(Jobs.running(Jobs.job(), target).getStatus());
    var code = new ApplicationCode(Set.of(), Set.of());
    var comparer = new Comparer(new Baselines(List::of, store), store, limit, code, RENDERER);
    return new JobMerger(store, limit, RENDERER, code, comparer).merge(job, List.of(target));
  }

  private void upload(Path file) throws Exception {
    store.put(ObjectKeys.recording(job, target), file, "application/octet-stream");
  }
}
