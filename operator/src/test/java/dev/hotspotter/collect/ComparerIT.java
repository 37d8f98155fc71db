package dev.hotspotter.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares jobs in a real object store with earlier ones: present, deleted and broken. */
class ComparerIT {

  private static final String BEFORE =
      "shop.Main.main_[0];shop.Message.uniqueId_[j];md5 300\nshop.Main.main_[0];shop.Mail.send_[j] 700\n";
  private static final String AFTER =
      "shop.Main.main_[0];shop.Message.uniqueId_[j];md5 100\nshop.Main.main_[0];shop.Mail.send_[j] 900\n";

  private static final Renderer RENDERER = Renderers.renderer();

  @TempDir
  static Path temp;

  private static S3Server s3;
  private static ObjectStore store;

  private final List<ProfileJob> jobs = new ArrayList<>();
  private String name;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("s3"));
    store = new ObjectStore(s3.settings());
    assertThat(store.problem()).isEmpty();
  }

  @AfterAll
  static void stop() {
    RENDERER.close();
    s3.close();
  }

  @BeforeEach
  void useOtherKeysInEachTest() {
    name = "before-" + UUID.randomUUID().toString().substring(0, 8);
  }

  @Test
  void a_hot_spot_that_fell_by_more_than_half_is_named_with_both_shares_and_drawn()
      throws Exception {
    var before = finished(BEFORE);

    var after = merge(job(new BaselineSpec(name, null), Event.CPU), AFTER);

    assertThat(after.comparison().verdict().reason()).isEqualTo("FramesChanged");
    assertThat(after.comparison().verdict().message())
        .contains(name, "Message.uniqueId fell from 30.0 % to 10.0 %");
    assertThat(after.comparison().baseline().report()).isEqualTo(ObjectKeys.folder(before));
    var cpu = after.comparison().events().get("cpu");
    assertThat(cpu.baselineSamples()).isEqualTo(1_000);
    assertThat(cpu.application())
        .extracting(c -> c.frame())
        .containsExactlyInAnyOrder("shop.Message.uniqueId", "shop.Mail.send");
    assertThat(content(
            "shop/%s-%s/%s".formatted(after.name(), after.uid().substring(0, 8), cpu.flameGraph())))
        .contains("d=-200\n", "d=200\n");
  }

  @Test
  void the_previous_job_of_the_same_target_is_found() throws Exception {
    finished(BEFORE);

    var after = merge(
        job(new BaselineSpec(null, new BaselineSpec.Previous()), Event.CPU),
        BEFORE.replace("300", "310").replace("700", "690"));

    assertThat(after.comparison().baseline().name()).isEqualTo(name);
    assertThat(after.comparison().verdict().reason()).isEqualTo("NothingChanged");
  }

  @Test
  void a_deleted_job_is_found_by_what_it_left() throws Exception {
    finished(BEFORE);
    jobs.clear();

    assertThat(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)
            .comparison()
            .verdict()
            .reason())
        .isEqualTo("FramesChanged");
  }

  @Test
  void a_baseline_that_never_was_is_said_to_be_missing() throws Exception {
    var comparison = merge(job(new BaselineSpec(name, null), Event.CPU), AFTER).comparison();

    assertThat(comparison.verdict().reason()).isEqualTo("BaselineNotFound");
    assertThat(comparison.verdict().message()).contains(name);
    assertThat(comparison.baseline()).isNull();
  }

  @Test
  void a_baseline_whose_report_is_gone_or_none_cannot_be_read() throws Exception {
    jobs.add(succeeded());
    assertThat(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)
            .comparison()
            .verdict()
            .reason())
        .isEqualTo("BaselineUnreadable");

    put(ObjectKeys.folder(jobs.getFirst()) + ObjectKeys.REPORT, "{");
    assertThat(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)
            .comparison()
            .verdict()
            .reason())
        .isEqualTo("BaselineUnreadable");

    var ofAnEarlierVersion = """
        {"version": 3, "name": "%s", "uid": "1", "recording": {"events": ["cpu"]},
         "startTime": "2026-11-21T10:00:00Z", "targets": [{"pod": "a"}]}
        """.formatted(name);
    put(ObjectKeys.folder(jobs.getFirst()) + ObjectKeys.REPORT, ofAnEarlierVersion);
    assertThat(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)
            .comparison()
            .verdict()
            .reason())
        .isEqualTo("BaselineUnreadable");
  }

  @Test
  void a_baseline_whose_stacks_are_broken_or_empty_is_compared_with_nothing() throws Exception {
    var before = finished(BEFORE);
    var stacks = ObjectKeys.collapsed(before, Targets.succeeded("a"), Event.CPU);

    put(stacks, "shop.Main.main_[0] many\n");
    assertThat(verdictOfCpu(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)))
        .isEqualTo("BaselineUnreadable");

    put(stacks, "");
    assertThat(verdictOfCpu(merge(job(new BaselineSpec(name, null), Event.CPU), AFTER)))
        .isEqualTo("BaselineEventMissing");
  }

  @Test
  void an_event_that_the_baseline_did_not_record_does_not_keep_others_from_being_compared()
      throws Exception {
    finished(BEFORE);

    var comparison =
        merge(job(new BaselineSpec(name, null), Event.CPU, Event.WALL), AFTER).comparison();

    assertThat(comparison.events().get("wall").verdict().reason())
        .isEqualTo("BaselineEventMissing");
    assertThat(comparison.verdict().reason()).isEqualTo("FramesChanged");
  }

  private static String verdictOfCpu(JobReport report) {
    return report.comparison().events().get("cpu").verdict().reason();
  }

  /** Puts the baseline into the store and the list of jobs. */
  private ProfileJob finished(String stacks) throws Exception {
    var job = succeeded();
    merge(job, stacks);
    jobs.add(job);
    return job;
  }

  private ProfileJob succeeded() {
    var job = job(null, Event.CPU);
    job.getMetadata().setName(name);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.toString())
        .build());
    return job;
  }

  private static ProfileJob job(BaselineSpec baseline, Event... events) {
    var job = Jobs.running(Jobs.job(events), Targets.succeeded("a"));
    job.setMetadata(new ObjectMetaBuilder(job.getMetadata())
        .withName("after")
        .withUid(UUID.randomUUID().toString())
        .build());
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).baseline(baseline).build());
    return job;
  }

  private JobReport merge(ProfileJob job, String stacks) throws Exception {
    var target = Targets.succeeded("a");
    for (var event : job.getSpec().recording().types()) {
      put(ObjectKeys.collapsed(job, target, event), stacks);
    }
    var code = new ApplicationCode(Set.of(), Set.of());
    var comparer = new Comparer(new Baselines(() -> jobs, store), store, 1 << 20, code);
    var merger = new JobMerger(store, 1 << 20, new Attempts(store), code, comparer);
    assertThat(merger.merge(job, List.of(target), RENDERER))
        .isInstanceOf(MergeOutcome.Merged.class);
    return new ObjectMapper()
        .readValue(content(ObjectKeys.folder(job) + ObjectKeys.REPORT), JobReport.class);
  }

  private static void put(String key, String content) throws Exception {
    store.put(
        key, Files.writeString(Files.createTempFile(temp, "object", ""), content), "text/plain");
  }

  private static String content(String key) throws Exception {
    try (var in = store.open(key)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(key, e);
    }
  }
}
