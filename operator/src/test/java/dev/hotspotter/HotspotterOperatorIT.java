package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.FirstWave;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.select.PodLookup;
import dev.hotspotter.select.TargetSelection;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole operator against a real API server and a real object store; only kubelet and sidecar are played. */
class HotspotterOperatorIT {

  private static final Duration SOON = Duration.ofMinutes(2);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private KubernetesClient client;
  private String namespace;

  @AutoClose
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(2));
  }

  @BeforeEach
  void startOperator() {
    client = surroundings.client();
    namespace = surroundings.namespace();
    operator = operator(surroundings.s3().settings());
  }

  private HotspotterOperator operator(StoreSettings store) {
    return operator(store, "");
  }

  private HotspotterOperator operator(StoreSettings store, String leaseNamespace) {
    return TestOperator.start(
        TestOperator.config(namespace, store).leaseNamespace(leaseNamespace).build(), client);
  }

  @Test
  void records_every_matching_pod_and_names_the_hottest_frame() throws Exception {
    pod("notifier-0", Map.of());
    pod("notifier-1", Map.of());
    var job = apply("cpu");

    var status = finished(job).getStatus();

    assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.targets().succeeded()).isEqualTo(2);
    assertThat(status.hottest().frame()).isEqualTo("Burner.burn");
    assertThat(status.hottest().ratio()).isPositive();
    assertThat(status.conditions())
        .extracting(Condition::type)
        .containsExactly("Finished", "Complete", "TargetsSelected");
    assertThat(get("/jobs/" + ObjectKeys.folder(job) + "merged/cpu.html").body())
        .contains("burn");
    assertThat(get("/jobs/" + ObjectKeys.folder(job)).body())
        .contains(Burner.HOT_METHOD, "Which pod is different", "notifier-1");
    assertThat(get("/jobs/" + ObjectKeys.folder(job) + "notifier-0/app/recording.jfr")
            .statusCode())
        .isEqualTo(200);
    await("events follow the status")
        .untilAsserted(() ->
            assertThat(eventReasons(job)).contains(Reasons.TARGETS_SELECTED, Reasons.RECORDED));
  }

  @Test
  void a_job_is_compared_with_the_one_before_it_and_the_first_one_with_none() throws Exception {
    pod("notifier-0", Map.of());
    var first = finished(compared("first"));
    var second = finished(compared("second"));

    assertThat(List.of(first, second))
        .allMatch(job -> job.getStatus().phase() == JobPhase.SUCCEEDED);
    assertThat(comparison(first)).isEqualTo("False " + Reasons.BASELINE_NOT_FOUND);
    assertThat(comparison(second))
        .as("the fake kubelet uploads the same recording")
        .isEqualTo("True " + Reasons.NOTHING_CHANGED);
    await("events follow the status")
        .untilAsserted(() -> assertThat(eventReasons(second)).contains(Reasons.NOTHING_CHANGED));
    var page = get("/jobs/" + ObjectKeys.folder(second)).body();
    assertThat(page).contains("href=\"/jobs/" + ObjectKeys.folder(first), "merged/cpudiff.html");
    assertThat(get("/jobs/" + ObjectKeys.folder(second) + "merged/cpudiff.html").body())
        .contains("burn", "second against first");
  }

  private ProfileJob compared(String name) {
    var job = job("cpu", 10);
    job.getMetadata().setName(name);
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .baseline(new BaselineSpec(null, new BaselineSpec.Previous()))
        .build());
    return client.resource(job).create();
  }

  private static String comparison(ProfileJob job) {
    return job.getStatus().conditions().stream()
        .filter(c -> c.type().equals("Compared"))
        .map(c -> c.status() + " " + c.reason())
        .collect(Collectors.joining());
  }

  @Test
  void diagnostics_lie_beside_the_recording_and_what_is_missing_is_said() throws Exception {
    pod("notifier-0", Map.of());
    var asking = job("cpu}, {type: lock", 10);
    var recording = RecordingBuilder.builder(asking.getSpec().recording())
        .diagnostics(List.of(Diagnostic.THREAD_DUMP, Diagnostic.CLASS_HISTOGRAM))
        .build();
    asking.setSpec(
        ProfileJobSpecBuilder.builder(asking.getSpec()).recording(recording).build());

    var job = finished(client.resource(asking).create());

    var target = job.getStatus().recordings().getFirst();
    assertThat(target.phase()).isEqualTo(RecordingPhase.SUCCEEDED);
    assertThat(target.reason()).isEqualTo(Reasons.NO_SAMPLES);
    assertThat(target.message())
        .startsWith("no samples of lock: ")
        .contains("there are samples of cpu", "not all diagnostics: classHistogram: ");
    assertThat(Conditions.of(job, "Complete").message())
        .startsWith("1 of 1 targets recorded; notifier-0: no samples of lock");
    var path = "/jobs/" + ObjectKeys.folder(job) + "notifier-0/app/diagnostics.txt";
    assertThat(get(path).body())
        .isEqualTo("==== threadDump,classHistogram ====\n")
        .hasSize(target.diagnosticsBytes().intValue());
    assertThat(get("/jobs/" + ObjectKeys.folder(job)).body()).contains("href=\"" + path + "\"");
    assertThat(get("/jobs/" + ObjectKeys.folder(job) + "merged/report.json").body())
        .contains("\"diagnostics\" : \"notifier-0/app/diagnostics.txt\"");
  }

  @Test
  void fails_with_no_targets_when_nothing_matches() {
    var status = finished(apply("cpu")).getStatus();

    assertThat(status.phase()).isEqualTo(JobPhase.FAILED);
    assertThat(status.conditions())
        .hasSize(2)
        .allSatisfy(c -> assertThat(c.reason()).isEqualTo(Reasons.NO_TARGETS));
    assertThat(Conditions.of(status, "Finished").status()).isEqualTo("True");
  }

  @Test
  void succeeds_for_the_others_when_one_pod_has_no_jvm() {
    pod("notifier-0", Map.of());
    pod("shell-0", Map.of(FakeKubelet.PLAY, FakeKubelet.NO_JVM));

    var status = finished(apply("cpu")).getStatus();

    assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.targets().succeeded()).isEqualTo(1);
    assertThat(status.targets().selected()).isEqualTo(2);
    assertThat(status.recordings().get(1).reason()).isEqualTo("NoJvmFound");
    assertThat(Conditions.of(status, "Complete").message())
        .contains("shell-0")
        .contains("NoJvmFound");
  }

  @Test
  void
      fails_with_the_kubelets_words_when_the_image_cannot_be_pulled_and_its_link_still_says_so_when_it_is_deleted()
          throws Exception {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.PULL_ERROR));

    var job = finished(apply("cpu"));

    assertThat(job.getStatus().conditions().getFirst().reason())
        .isEqualTo(Reasons.IMAGE_PULL_FAILED);
    assertThat(Conditions.of(job, "Failed").message()).contains("Back-off pulling image");
    client.resource(job).delete();
    await()
        .untilAsserted(() -> assertThat(get("/jobs/" + ObjectKeys.folder(job)).body())
            .contains(
                "the ProfileJob is deleted",
                "<strong>ImagePullFailed</strong>",
                "Back-off pulling image"));
  }

  @Test
  void fails_when_the_sidecar_is_killed() {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.KILLED));

    var status = finished(apply("cpu")).getStatus();

    assertThat(status.conditions().getFirst().reason()).isEqualTo(Reasons.SIDECAR_LOST);
    assertThat(Conditions.of(status, "Failed").message()).contains("OOMKilled").contains("137");
  }

  @Test
  void shows_what_a_jvm_that_ended_has_left() throws Exception {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.JVM_EXITED));
    var job = apply("cpu");

    var left = finished(job).getStatus().recordings().getFirst();

    assertThat(left.reason()).isEqualTo("JvmExited");
    assertThat(left.message()).endsWith("the stored part is rendered");
    var page = "/jobs/" + ObjectKeys.folder(job);
    assertThat(get(page).body())
        .contains(page + "notifier-0/app/recording.jfr", page + "notifier-0/app/cpu.html");
    assertThat(get(page + "notifier-0/app/recording.jfr").statusCode()).isEqualTo(200);
    assertThat(get(page + "notifier-0/app/cpu.html").body()).contains("burn");
  }

  @Test
  void fails_when_the_stored_recording_is_not_the_one_the_sidecar_uploaded() {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.WRONG_HASH));

    assertThat(finished(apply("cpu")).getStatus().recordings().getFirst().reason())
        .isEqualTo(Reasons.CHECKSUM_MISMATCH);
  }

  @Test
  void fails_when_the_pod_vanishes_while_it_is_recorded() {
    var pod = pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.HOLD));
    var job = apply("cpu");
    await().until(() -> current(job), recording -> phase(recording) == RecordingPhase.RECORDING);

    client.resource(pod).withGracePeriod(0).delete();

    assertThat(finished(job).getStatus().recordings().getFirst().reason())
        .isEqualTo(Reasons.POD_GONE);
  }

  @Test
  void an_operator_that_comes_back_adopts_the_sidecar_and_injects_nothing_twice() {
    operator.close();
    var pod = pod("notifier-0", Map.of());
    var job = apply("cpu");
    // the first operator froze its targets and injected, but was gone before it could write so
    job.setStatus(new StatusDraft(
            "http://localhost:8080", job, Clock.systemUTC().instant())
        .selected(TargetSelection.select(
            job,
            new PodLookup.Found("app=notifier", List.of(pod)),
            Map::of,
            new TargetSelection.Rules(
                60,
                10,
                (candidate, container) -> Optional.empty(),
                Set.of(),
                Clock.systemUTC().instant()))));
    client.resource(job).patchStatus();
    var before = operator(surroundings.s3().settings());
    await()
        .until(
            () -> current(job),
            j -> j.getStatus().phase().isTerminal() || phase(j).occupiesTarget());
    before.close();

    operator = operator(surroundings.s3().settings());

    assertThat(finished(job).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(client.resource(pod).get().getSpec().getEphemeralContainers()).hasSize(1);
  }

  @Test
  void records_no_more_targets_at_once_than_parallelism_allows() {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.HOLD));
    pod("notifier-1", Map.of());
    var wanted = job("cpu", 1);
    wanted.setSpec(
        ProfileJobSpecBuilder.builder(wanted.getSpec()).firstWave(FirstWave.ALL).build());
    var job = client.resource(wanted).create();

    await().until(() -> current(job), j -> phase(j) == RecordingPhase.RECORDING);

    var waiting = client.pods().inNamespace(namespace).withName("notifier-1").get();
    assertThat(current(job).getStatus().recordings().get(1).phase())
        .isEqualTo(RecordingPhase.PENDING);
    assertThat(FakeKubelet.hasStarted(waiting, SidecarSpec.name(job, "app"))).isFalse();
  }

  @Test
  void a_container_that_another_job_records_waits_until_the_deadline_and_then_names_that_job() {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.HOLD));
    var first = client.resource(job("cpu", 1)).create();
    await().until(() -> current(first), j -> phase(j) == RecordingPhase.RECORDING);
    var second = job("cpu", 1);
    second.getMetadata().setName("second");
    second.setSpec(ProfileJobSpecBuilder.builder(second.getSpec())
        .activeDeadlineSeconds(2L)
        .build());
    client.resource(second).create();

    await()
        .until(
            () -> current(second),
            j -> j.getStatus() != null
                && Reasons.TARGET_BUSY.equals(
                    j.getStatus().recordings().getFirst().reason()));

    var status = finished(second).getStatus();
    assertThat(status.conditions().getFirst().reason()).isEqualTo(Reasons.TARGET_BUSY);
    assertThat(Conditions.of(status, "Failed").message())
        .contains("ProfileJob %s/job records this container".formatted(namespace));
    assertThat(client
            .pods()
            .inNamespace(namespace)
            .withName("notifier-0")
            .get()
            .getSpec()
            .getEphemeralContainers())
        .hasSize(1);
  }

  @Test
  void of_containers_that_nobody_named_those_with_a_jvm_are_recorded() {
    pod("notifier-0", Map.of(FakeKubelet.PLAY + ".proxy", FakeKubelet.NO_JVM), "proxy", "app");

    var status = finished(apply("cpu")).getStatus();

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.recordings()).extracting(RecordingStatus::container).containsExactly("app");
    assertThat(status.targets().succeeded()).isEqualTo(1);
  }

  @Test
  void a_container_without_a_jvm_gets_no_second_sidecar() {
    var pod =
        pod("notifier-0", Map.of(FakeKubelet.PLAY + ".proxy", FakeKubelet.NO_JVM), "proxy", "app");
    finished(apply("cpu"));
    var second = job("cpu", 10);
    second.getMetadata().setName("second");

    var status = finished(client.resource(second).create()).getStatus();

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(client.resource(pod).get().getSpec().getEphemeralContainers())
        .extracting(EphemeralContainer::getTargetContainerName)
        .containsExactlyInAnyOrder("proxy", "app", "app");
  }

  @Test
  void pods_that_are_named_are_recorded_and_those_that_do_not_exist_are_told() {
    pod("notifier-0", Map.of());
    var job = job("cpu", 10);
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .target(
            TargetBuilder.builder().pods(List.of("notifier-0", "notifier-1")).build())
        .build());

    var status = finished(client.resource(job).create()).getStatus();

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.ineligible())
        .singleElement()
        .satisfies(none -> assertThat(none.reason()).isEqualTo(Reasons.POD_NOT_FOUND));
  }

  /** The order of events counts: the first is the job's question. */
  @ParameterizedTest
  @CsvSource({"'cpu}, {type: lock', 5", "'lock}, {type: cpu', 10"})
  void refuses_a_change_of_the_spec_after_the_start(String events, int parallelism) {
    pod("notifier-0", Map.of(FakeKubelet.PLAY, FakeKubelet.HOLD));
    var job = apply("cpu}, {type: lock");
    await().until(() -> current(job), j -> phase(j) == RecordingPhase.RECORDING);

    assertThatThrownBy(() -> client.resource(current(job)).edit(j -> {
          j.setSpec(job(events, parallelism).getSpec());
          return j;
        }))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec cannot be changed after the job has started");
  }

  @Test
  void two_operators_at_once_record_a_target_once() {
    var pod = pod("notifier-0", Map.of());
    try (var second = operator(surroundings.s3().settings())) {
      var job = apply("cpu");

      assertThat(finished(job).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(client.resource(pod).get().getSpec().getEphemeralContainers()).hasSize(1);
      await("the phase stays")
          .during(Duration.ofSeconds(2))
          .until(() -> current(job).getStatus().phase() == JobPhase.SUCCEEDED);
      await("events follow the status")
          .untilAsserted(() -> assertThat(eventReasons(job))
              .containsOnlyOnce(Reasons.TARGETS_SELECTED, Reasons.RECORDED));
    }
  }

  @Test
  void gives_its_lease_back_when_it_stops() {
    operator.close();
    operator = operator(surroundings.s3().settings(), namespace);
    var lease = client.leases().inNamespace(namespace).withName("hotspotter");
    await()
        .until(() -> lease.get(), l -> l != null && "test".equals(l.getSpec().getHolderIdentity()));

    operator.close();

    assertThat(lease.get().getSpec().getHolderIdentity()).isNullOrEmpty();
  }

  @Test
  void an_instance_that_waits_for_its_turn_to_lead_is_ready() throws Exception {
    operator.close();
    var now = ZonedDateTime.now(ZoneOffset.UTC);
    client
        .resource(new LeaseBuilder()
            .withNewMetadata()
            .withName("hotspotter")
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity("other")
            .withLeaseDurationSeconds(60)
            .withAcquireTime(now)
            .withRenewTime(now)
            .endSpec()
            .build())
        .create();
    operator = operator(surroundings.s3().settings(), namespace);
    var job = apply("cpu");

    await()
        .untilAsserted(() -> assertThat(get("/").body())
            .as("the pages of every instance")
            .contains(job.getMetadata().getName()));
    assertThat(telemetry("/healthz").statusCode()).isEqualTo(200);
    await().until(() -> telemetry("/readyz").statusCode() == 200);
    assertThat(client
            .leases()
            .inNamespace(namespace)
            .withName("hotspotter")
            .get()
            .getSpec()
            .getHolderIdentity())
        .isEqualTo("other");
  }

  @Test
  void deletes_a_finished_job_after_its_time_to_live_and_still_lists_what_it_left()
      throws Exception {
    pod("notifier-0", Map.of());
    var job = job("cpu", 10);
    job.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).ttlSecondsAfterFinished(1).build());
    finished(client.resource(job).create());
    operator.close();
    operator = new HotspotterOperator(
        TestOperator.config(namespace, surroundings.s3().settings()).build(),
        client,
        Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)));
    operator.start();

    await().atMost(SOON).until(() -> client.resource(job).get() == null);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(
                get("/?namespace=%s&pod=notifier-0&from=now-1h".formatted(namespace))
                    .body())
            .contains(
                "deleted, recordings kept",
                "/jobs/%s/%s-".formatted(namespace, job.getMetadata().getName())));
    assertThat(get("/?namespace=%s&pod=notifier-1".formatted(namespace)).body())
        .contains("There is no such job");
  }

  private Pod pod(String name, Map<String, String> annotations) {
    return pod(name, annotations, "app");
  }

  private Pod pod(String name, Map<String, String> annotations, String... containers) {
    return surroundings.pod(namespace, name, annotations, containers);
  }

  private ProfileJob apply(String event) {
    return client.resource(job(event, 10)).create();
  }

  private ProfileJob job(String event, int parallelism) {
    return client
        .getKubernetesSerialization()
        .unmarshal("""
            apiVersion: hotspotter.dev/v1alpha1
            kind: ProfileJob
            metadata: {name: job, namespace: %s}
            spec:
              target: {selector: {matchLabels: {app: notifier}}}
              recording: {duration: 1s, events: [{type: %s}]}
              parallelism: %d
            """.formatted(namespace, event, parallelism), ProfileJob.class);
  }

  private ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }

  private ProfileJob finished(ProfileJob job) {
    Predicate<ProfileJob> isFinished =
        j -> j.getStatus() != null && j.getStatus().phase().isTerminal();
    return await().atMost(SOON).until(() -> current(job), isFinished);
  }

  private static RecordingPhase phase(ProfileJob job) {
    return job.getStatus() == null || job.getStatus().recordings().isEmpty()
        ? RecordingPhase.PENDING
        : job.getStatus().recordings().getFirst().phase();
  }

  private List<String> eventReasons(ProfileJob job) {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(e -> e.getInvolvedObject().getUid().equals(job.getMetadata().getUid()))
        .map(e -> e.getReason())
        .toList();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return TestOperator.get(operator.webPort(), path);
  }

  private HttpResponse<String> telemetry(String path) throws Exception {
    return TestOperator.get(operator.telemetryPort(), path);
  }
}
