package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hotspotter.testing.ApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the API server makes of ProfileJobs with the committed CRD: defaults, and refusals that say what to write instead. */
class ProfileJobCrdIT {

  private static final String TARGET = "target: {selector: {matchLabels: {app: notifier}}}";

  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @AfterAll
  static void stopApiServer() {
    apiServer.close();
  }

  @Test
  void fills_in_the_defaults() {
    var spec = create("defaults", TARGET).getSpec();

    assertThat(spec.recording()).isEqualTo(new Recording("60s", List.of(Event.CPU), "10ms", false));
    assertThat(spec.parallelism()).isEqualTo(10);
    assertThat(spec.target().sample()).isEqualTo(new Sample(null, null, Sample.Order.Random, null));
    assertThat(spec.target().minAge()).isEqualTo("0s");
  }

  @Test
  void fills_in_what_a_recording_leaves_out() {
    var spec = create("partly", TARGET + ", recording: {duration: 1m30s}").getSpec();

    assertThat(spec.recording()).isEqualTo(new Recording("1m30s", List.of(Event.CPU), "10ms", false));
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments("no target", "parallelism: 1", "spec.target: Required value"),
        arguments("an empty selector", "target: {selector: {}}", "must have matchLabels or matchExpressions"),
        arguments("nothing to select by", "target: {containers: [app]}", "must have exactly one of selector, workloadRef and pods"),
        arguments("two ways to select", "target: {pods: [a], workloadRef: {kind: Job, name: b}}", "must have exactly one of selector, workloadRef and pods"),
        arguments("a workload without a name", "target: {workloadRef: {kind: Job}}", "spec.target.workloadRef.name: Required value"),
        arguments("* and a name", "target: {pods: [a], containers: [app, '*']}", "or * alone for every container"),
        arguments("minAge without a unit", "target: {pods: [a], minAge: '30'}", "for example 30s or 1m30s"),
        arguments("count and percent", "target: {pods: [a], sample: {count: 1, percent: 1}}", "can have count or percent, not both"),
        arguments("percent", "target: {pods: [a], sample: {percent: 101}}", "should be less than or equal to 100"),
        arguments("an empty process", "target: {pods: [a], process: {}}", "must have mainClass or commandLine"),
        arguments("no regular expression", "target: {pods: [a], process: {commandLine: 'a('}}", "must be a regular expression in RE2 syntax"),
        arguments("a user without a group", TARGET + ", sidecar: {runAsUser: 1}", "must have both runAsUser and runAsGroup"),
        arguments("kernel stacks of another event", TARGET + ", recording: {events: [wall], kernelStacks: true}", "needs the event cpu"),
        arguments("too short", TARGET + ", recording: {duration: 0s}", "spec.recording.duration: Invalid value: \"object\": must be between 1s and 1h"),
        arguments("too long", TARGET + ", recording: {duration: 2h}", "must be between 1s and 1h"),
        arguments("no unit", TARGET + ", recording: {duration: '60'}", "for example 60s or 1m30s"),
        arguments("unknown event", TARGET + ", recording: {events: [cpus]}", "supported values: \"alloc\", \"cpu\""),
        arguments("no event", TARGET + ", recording: {events: []}", "should have at least 1 items"),
        arguments("an event twice", TARGET + ", recording: {events: [cpu, cpu]}", "must name each event once"),
        arguments("two CPU events", TARGET + ", recording: {events: [cpu, itimer]}", "only one of cpu, ctimer and itimer"),
        arguments("interval too short", TARGET + ", recording: {interval: 10us}", "must be between 1ms and 10s; for example 10ms"),
        arguments("interval too long", TARGET + ", recording: {interval: 11s}", "must be between 1ms and 10s"),
        arguments("parallelism", TARGET + ", parallelism: 0", "should be greater than or equal to 1"),
        arguments("an empty baseline", TARGET + ", baselineRef: {}", "must have either a name or previous: true"),
        arguments("two baselines", TARGET + ", baselineRef: {name: a, previous: true}", "for example {name: checkout-before}"),
        arguments("no previous one", TARGET + ", baselineRef: {previous: false}", "must have either a name or previous: true"),
        arguments("unknown operator", "target: {selector: {matchExpressions: [{key: a, operator: Is}]}}", "supported values"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void refuses(String name, String spec, String words) {
    assertThatThrownBy(() -> create("refused", spec))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(words);
  }

  @Test
  void refuses_a_name_that_is_too_long_for_links() {
    assertThatThrownBy(() -> create("a".repeat(64), TARGET)).hasMessageContaining("at most 63 characters");
  }

  @Test
  void allows_a_change_of_the_spec_before_the_job_starts() {
    var job = create("changed", TARGET);
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).parallelism(2).build());

    assertThat(client().resource(job).update().getSpec().parallelism()).isEqualTo(2);
  }

  static Stream<Path> examples() throws Exception {
    return Stream.of(Files.list(Path.of("..", "docs", "examples")).filter(p -> p.toString().endsWith(".yaml")), Stream.of(Path.of("..", "docs", "demo", "profilejob.yaml")))
        .flatMap(s -> s);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void accepts_the_documented_example(Path yaml) throws Exception {
    try (var in = Files.newInputStream(yaml)) {
      var job = client().getKubernetesSerialization().unmarshal(in, ProfileJob.class);
      job.getMetadata().setNamespace("default");

      assertThat(client().resource(job).create().getSpec()).isNotNull();
    }
  }

  private static ProfileJob create(String name, String spec) {
    var yaml =
        """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: default}
        spec: {%s}
        """
            .formatted(name, spec);
    return client().getKubernetesSerialization().convertValue(client().resource(yaml).create(), ProfileJob.class);
  }

  private static KubernetesClient client() {
    return apiServer.client();
  }
}
