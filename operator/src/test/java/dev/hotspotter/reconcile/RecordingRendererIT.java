package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Targets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings in a real object store, good ones and others, and what is made of them. */
class RecordingRendererIT {

  private static final long LIMIT = 16 << 20;

  @TempDir static Path temp;

  private static S3Server s3;
  private static ObjectStore store;
  private static Path recording;

  private final ProfileJob job = Jobs.job();
  private Path attemptsFolder;
  private Attempts attempts;
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
    s3.close();
  }

  @BeforeEach
  void useOtherKeysInEachTest() throws Exception {
    attemptsFolder = Files.createTempDirectory(temp, "attempts");
    attempts = new Attempts(attemptsFolder);
    target = Targets.succeeded(Files.createTempDirectory(temp, "pod").getFileName().toString());
  }

  @Test
  void a_recording_becomes_graphs_and_these_a_report() throws Exception {
    upload(recording);

    assertThat(render(LIMIT)).isInstanceOfSatisfying(RenderOutcome.Rendered.class, done -> assertThat(done.samples()).isPositive());
    assertThat(merge(LIMIT))
        .isInstanceOfSatisfying(MergeOutcome.Merged.class, done -> assertThat(done.hottest()).startsWith("Burner.burn "));
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
            RenderOutcome.Failed.class, failed -> assertThat(failed.message()).startsWith("the recording of 12 bytes cannot be read as JFR: "));
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

  @Test
  void a_recording_of_which_the_operator_died_twice_fails_and_so_does_a_merge() throws Exception {
    upload(recording);
    for (var key : List.of(target.pod() + "/app", JobMerger.KEY)) {
      diesDuring(key);
      diesDuring(key);
    }

    assertThat(render(LIMIT))
        .isInstanceOfSatisfying(RenderOutcome.Failed.class, failed -> assertThat(failed.message()).startsWith("the operator ended twice"));
    assertThat(merge(LIMIT))
        .isInstanceOfSatisfying(MergeOutcome.Failed.class, failed -> assertThat(failed.reason()).isEqualTo("RenderFailed"));
  }

  private void diesDuring(String key) throws Exception {
    new Attempts(attemptsFolder).begin(job, key);
  }

  private RenderOutcome render(long limit) {
    return new RecordingRenderer(store, limit, attempts, new ApplicationCode(List.of(), List.of()), new OperatorMetrics(new SimpleMeterRegistry())).render(job, target);
  }

  private MergeOutcome merge(long limit) {
    job.setStatus(Jobs.running(Jobs.job(), target).getStatus());
    var code = new ApplicationCode(List.of(), List.of());
    var comparer = new Comparer(new Baselines(List::of, store), store, limit, code);
    return new JobMerger(store, limit, attempts, code, comparer).merge(job, List.of(target));
  }

  private void upload(Path file) throws Exception {
    store.put(ObjectKeys.recording(job, target), file, "application/octet-stream");
  }
}
