package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole operator, ten minutes ahead of API server, kubelet and store, and ten minutes behind. */
class OperatorClockIT {

  private static final Duration SOON = Duration.ofMinutes(2);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private static KubernetesClient client;

  private String namespace;

  @AutoClose
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(2));
    client = surroundings.client();
  }

  @BeforeEach
  void makeNamespace() {
    namespace = surroundings.namespace();
  }

  @ParameterizedTest(name = "{0} minutes ahead")
  @ValueSource(ints = {-10, 10})
  void records_a_container_that_has_just_started_and_sees_its_jvm_end_soon_after(int ahead) {
    startOperator(ahead);
    pod(Map.of());
    var job = create("recorded", "1s");

    var ended = until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().phase()).as("%s", ended.getStatus()).isEqualTo(JobPhase.SUCCEEDED);

    surroundings.restart(namespace, "notifier-0");
    var harmed = until(job, now -> now.getStatus().condition("Harmed").isPresent());
    assertThat(harmed.getStatus().recordings().getFirst().reason())
        .isEqualTo(Reasons.JVM_RESTARTED);
  }

  @ParameterizedTest(name = "{0} minutes ahead")
  @ValueSource(ints = {-10, 10})
  void does_not_take_a_recording_for_one_that_is_over(int ahead) {
    startOperator(ahead);
    pod(Map.of(FakeKubelet.PLAY, FakeKubelet.UNTIL_ORDERED));
    var job = create("suspended", "60s");
    until(job, now -> phase(now) == RecordingPhase.RECORDING);
    await("it records on")
        .during(Duration.ofSeconds(3))
        .until(() -> phase(current(job)) == RecordingPhase.RECORDING);

    client
        .resource(job)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"suspend\": true}}");

    var stopped = until(job, JobPhase::hasEnded);
    assertThat(stopped.getStatus().recordings().getFirst().reason())
        .as("%s", stopped.getStatus())
        .isEqualTo(Reasons.RECORDING_TRUNCATED);
  }

  private void startOperator(int minutesAhead) {
    operator = new HotspotterOperator(
        TestOperator.config(namespace, surroundings.s3().settings()).build(),
        client,
        Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutesAhead)));
    operator.start();
  }

  /** The pod notifier-0, whose container starts now. */
  private void pod(Map<String, String> annotations) {
    var pod = surroundings.pod(namespace, "notifier-0", annotations, "app");
    client
        .resource(pod)
        .editStatus(p -> new PodBuilder(p)
            .editStatus()
            .withContainerStatuses(
                new ContainerStatusBuilder(p.getStatus().getContainerStatuses().getFirst())
                    .withNewState()
                    .withNewRunning(Instant.now().toString())
                    .endState()
                    .build())
            .endStatus()
            .build());
  }

  private ProfileJob create(String name, String duration) {
    return client
        .resource(client
            .getKubernetesSerialization()
            .unmarshal("""
                apiVersion: hotspotter.dev/v1alpha1
                kind: ProfileJob
                metadata: {name: %s, namespace: %s}
                spec: {target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: %s}}
                """.formatted(name, namespace, duration), ProfileJob.class))
        .create();
  }

  private ProfileJob until(ProfileJob job, Predicate<ProfileJob> wanted) {
    return await().atMost(SOON).until(() -> current(job), wanted);
  }

  private static ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }

  private static RecordingPhase phase(ProfileJob job) {
    return job.getStatus() == null || job.getStatus().recordings().isEmpty()
        ? null
        : job.getStatus().recordings().getFirst().phase();
  }
}
