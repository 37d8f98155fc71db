package dev.hotspotter.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.GroupBy;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.DiskWatch;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Sums;
import dev.hotspotter.testing.Targets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renders valid and invalid recordings in a real object store. */
class RecordingRendererIT {

  private static final long LIMIT = 16 << 20;

  private static final Renderer RENDERER = Renderers.renderer();

  @TempDir
  static Path temp;

  private static S3Server s3;
  private static ObjectStore store;
  private static Attempts attempts;
  private static Path recording;

  private final ProfileJob job = Jobs.job();
  private RecordingStatus target;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("s3"));
    store = new ObjectStore(s3.settings());
    attempts = new Attempts(store);
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
    target =
        Targets.succeeded(Files.createTempDirectory(temp, "pod").getFileName().toString());
  }

  @Test
  void a_recording_becomes_graphs_and_these_a_report() throws Exception {
    upload(recording);

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(
            RenderOutcome.Rendered.class,
            done -> assertThat(done.samples(Event.CPU)).isPositive());
    assertThat(merge(LIMIT))
        .isInstanceOfSatisfying(
            MergeOutcome.Merged.class,
            done -> assertThat(done.hottest().frame()).isEqualTo("Burner.burn"));
  }

  @Test
  void every_format_is_stored_of_the_target_and_over_all() throws Exception {
    choose(GroupBy.POD, Format.values());
    upload(recording);

    render(LIMIT);
    merge(LIMIT);

    assertThat(Sums.ofCollapsed(fetch("merged/cpu.collapsed"))).isPositive();
    for (var format : Format.values()) {
      for (var path : List.of(
          ObjectKeys.below(target, Event.CPU, format), ObjectKeys.merged(Event.CPU, format))) {
        assertThat(fetch(path)).as(path).isNotEmptyFile();
      }
    }
    assertThat(Files.readAllLines(fetch("merged/cpu.collapsed")))
        .allMatch(stack -> stack.startsWith(target.pod() + ";"));
    assertThat(report().hot().get("cpu").application().getFirst().path())
        .as("without the root")
        .doesNotContain(target.pod());
    assertThat(report().files().get("cpu"))
        .containsOnlyKeys("flamegraph", "heatmap", "collapsed", "pprof", "otlp", "grafana");
    assertThat(report().targets().getFirst().files().get("cpu")).containsKey("heatmap");
  }

  @Test
  void what_nobody_chose_is_not_made_but_what_merging_needs() throws Exception {
    choose(GroupBy.NONE, Format.PPROF);
    upload(recording);

    render(LIMIT);
    merge(LIMIT);

    assertThat(store.list(ObjectKeys.folder(job)))
        .contains(ObjectKeys.collapsed(job, target, Event.CPU))
        .doesNotContain(
            ObjectKeys.folder(job) + ObjectKeys.below(target, Event.CPU, Format.FLAMEGRAPH));
    assertThat(report().files().get("cpu")).containsOnlyKeys("flamegraph", "pprof");
    assertThat(report().targets().getFirst().flameGraphs()).isEmpty();
  }

  @Test
  void recordings_that_are_too_large_together_have_no_files_of_recordings_over_all()
      throws Exception {
    choose(GroupBy.NONE, Format.HEATMAP);
    var chunks = larger(recording);
    upload(chunks);
    render(LIMIT);

    assertThat(merge(Files.size(chunks) - 1)).isInstanceOf(MergeOutcome.Merged.class);
    assertThat(report().files().get("cpu")).containsOnlyKeys("flamegraph");
  }

  /** The recording four times in one file: its stacks are as many, and surely smaller than all of it. */
  private static Path larger(Path recording) throws IOException {
    var chunks = temp.resolve("four.jfr");
    for (int i = 0; i < 4; i++) {
      Files.write(
          chunks,
          Files.readAllBytes(recording),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    return chunks;
  }

  private void choose(GroupBy groupBy, Format... formats) {
    job.setSpec(Jobs.job(new ArtifactOptions(List.of(formats), groupBy, null, null, null))
        .getSpec());
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

    assertThat(render(100))
        .isEqualTo(new RenderOutcome.Failed("%s has %d bytes, more than the limit of 100"
            .formatted(ObjectKeys.recording(job, target), Files.size(recording))));
    render(LIMIT);
    assertThat(merge(1))
        .isInstanceOfSatisfying(
            MergeOutcome.Failed.class,
            failed -> assertThat(failed.message()).contains("more than the limit of 1"));
  }

  @Test
  void what_is_no_jfr_fails_at_once() throws Exception {
    upload(Files.writeString(temp.resolve("text"), "no recording"));

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(
            RenderOutcome.Failed.class,
            failed -> assertThat(failed.message())
                .startsWith("the recording cannot be rendered: ")
                .endsWith("; download it and read it with the JDK's jfr summary"));
  }

  @Test
  void graphs_that_the_store_refuses_are_postponed_in_its_words() throws Exception {
    upload(recording);
    var somethingElse = Files.writeString(temp.resolve("other"), "other");
    store.put(
        ObjectKeys.collapsed(job, target, Event.CPU) + "/in-the-way", somethingElse, "text/plain");

    assertThat(render(LIMIT)).isInstanceOfSatisfying(RenderOutcome.Postponed.class, postponed -> {
      assertThat(postponed.cause().reason()).isEqualTo("ObjectStoreUnavailable");
      assertThat(postponed.cause().message())
          .startsWith("the object store failed: ")
          .contains("irectory");
    });
  }

  @Test
  void stacks_of_many_targets_never_take_more_of_the_disk_than_a_merge_may() throws Exception {
    var targets =
        IntStream.range(0, 17).mapToObj(i -> Targets.succeeded("many-" + i)).toList();
    var stacks = temp.resolve("4 MiB");
    Files.writeString(
        stacks, "shop.Main.main_[0];shop.Message.uniqueId_[j] 300\n".repeat((4 << 20) / 50));
    for (var each : targets) {
      store.put(ObjectKeys.collapsed(job, each, Event.CPU), stacks, "text/plain");
    }
    job.setStatus(
        Jobs.running(Jobs.job(), targets.toArray(RecordingStatus[]::new)).getStatus());

    try (var small = Renderers.withDisk(32 << 20);
        var disk = new DiskWatch(DiskWatch.workFolders())) {
      assertThat(merger(LIMIT).merge(job, targets, small))
          .isInstanceOfSatisfying(MergeOutcome.Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo("RenderFailed");
            assertThat(failed.message())
                .contains("more than the 32 MiB of disk", "raise tmp.sizeLimit");
          });
      assertThat(disk.most()).isBetween(1L, 32L << 20);
    }
    try (var enough = Renderers.withDisk(128 << 20)) {
      assertThat(merger(LIMIT).merge(job, targets, enough)).isInstanceOf(MergeOutcome.Merged.class);
    }
  }

  @Test
  void what_operator_after_operator_has_begun_and_none_has_ended_is_rendered_no_more()
      throws Exception {
    job.getMetadata().setUid("0ddba115-7d24-4c0b-9c55-0d6e8f1a2b3c");
    upload(recording);
    for (int i = 0; i < 3; i++) {
      beginAndEnd(ObjectKeys.below(target, ""));
      beginAndEnd("merged/");
    }

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(
            RenderOutcome.Failed.class,
            failed ->
                assertThat(failed.message()).contains("3 operators ended while they rendered it"));
    assertThat(merge(LIMIT))
        .isInstanceOfSatisfying(
            MergeOutcome.Failed.class,
            failed ->
                assertThat(failed.message()).contains("3 operators ended while they rendered it"));
  }

  /** Begins an attempt like an operator that is then killed. */
  private void beginAndEnd(String place) throws Exception {
    try (var folder = new RenderFolder(store, RENDERER)) {
      assertThat(
              new Attempts(store).begin(ObjectKeys.folder(job) + place, folder).isAllowed())
          .isTrue();
    }
  }

  @Test
  void one_operator_may_try_as_often_as_the_store_or_the_disk_makes_it() throws Exception {
    upload(recording);
    for (int i = 0; i < 5; i++) {
      assertThat(renderer(LIMIT, attempts).render(job, target, RENDERER))
          .isInstanceOf(RenderOutcome.Rendered.class);
    }
  }

  private RenderOutcome render(long limit) throws Exception {
    return renderer(limit, attempts).render(job, target, RENDERER);
  }

  private static RecordingRenderer renderer(long limit, Attempts attempts) {
    return new RecordingRenderer(
        store,
        limit,
        attempts,
        new ApplicationCode(Set.of(), Set.of()),
        new OperatorMetrics(new SimpleMeterRegistry()));
  }

  private MergeOutcome merge(long limit) throws Exception {
    job.setStatus(Jobs.running(Jobs.job(), target).getStatus());
    return merger(limit).merge(job, List.of(target), RENDERER);
  }

  private static JobMerger merger(long limit) {
    var code = new ApplicationCode(Set.of(), Set.of());
    var comparer = new Comparer(new Baselines(List::of, store), store, limit, code);
    return new JobMerger(store, limit, attempts, code, comparer);
  }

  private void upload(Path file) throws Exception {
    store.put(ObjectKeys.recording(job, target), file, "application/octet-stream");
  }
}
