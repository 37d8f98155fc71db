package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The API server's treatment of ProfileJobs with the committed CRD: defaults, and refusals that say
 * what to write instead.
 */
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

    assertThat(spec.recording()).isEqualTo(Jobs.recording(Event.CPU));
    assertThat(spec.parallelism()).isEqualTo(10);
    assertThat(spec.artifacts()).isEqualTo(Jobs.job().getSpec().artifacts());
    assertThat(spec.target().sample()).isEqualTo(new Sample(null, null, Sample.Order.Random, null));
    assertThat(spec.target().minAge()).isEqualTo("0s");
  }

  @Test
  void fills_in_what_a_recording_leaves_out() {
    var spec = create("partly", TARGET + ", recording: {duration: 1m30s}").getSpec();

    assertThat(spec.recording())
        .isEqualTo(RecordingBuilder.builder(Jobs.recording(Event.CPU))
            .duration("1m30s")
            .build());
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments("no target", "parallelism: 1", "spec.target: Required value"),
        arguments(
            "an empty selector",
            "target: {selector: {}}",
            "must have matchLabels or matchExpressions"),
        arguments(
            "nothing to select by",
            "target: {containers: [app]}",
            "must have exactly one of selector, workloadRef and pods"),
        arguments(
            "two ways to select",
            "target: {pods: [a], workloadRef: {kind: Job, name: b}}",
            "must have exactly one of selector, workloadRef and pods"),
        arguments(
            "a workload without a name",
            "target: {workloadRef: {kind: Job}}",
            "spec.target.workloadRef.name: Required value"),
        arguments(
            "* and a name",
            "target: {pods: [a], containers: [app, '*']}",
            "or * alone for every container"),
        arguments(
            "minAge without a unit",
            "target: {pods: [a], minAge: '30'}",
            "for example 30s or 1m30s"),
        arguments(
            "count and percent",
            "target: {pods: [a], sample: {count: 1, percent: 1}}",
            "can have count or percent, not both"),
        arguments(
            "percent",
            "target: {pods: [a], sample: {percent: 101}}",
            "should be less than or equal to 100"),
        arguments(
            "an empty process",
            "target: {pods: [a], process: {}}",
            "must have mainClass or commandLine"),
        arguments(
            "no regular expression",
            "target: {pods: [a], process: {commandLine: 'a('}}",
            "must be a regular expression in RE2 syntax"),
        arguments(
            "a user without a group",
            TARGET + ", sidecar: {runAsUser: 1}",
            "must have both runAsUser and runAsGroup"),
        arguments(
            "kernel stacks of another event",
            TARGET + ", recording: {events: [wall], kernelStacks: true}",
            "needs the event cpu"),
        arguments(
            "too short",
            TARGET + ", recording: {duration: 0s}",
            "spec.recording.duration: Invalid value: \"object\": must be between 1s and 1h"),
        arguments("too long", TARGET + ", recording: {duration: 2h}", "must be between 1s and 1h"),
        arguments("no unit", TARGET + ", recording: {duration: '60'}", "for example 60s or 1m30s"),
        arguments(
            "unknown event",
            TARGET + ", recording: {events: [cpus]}",
            "supported values: \"alloc\", \"branch-instructions\""),
        arguments("no event", TARGET + ", recording: {events: []}", "should have at least 1 items"),
        arguments(
            "an event twice",
            TARGET + ", recording: {events: [cpu, cpu]}",
            "must name each event once"),
        arguments(
            "two CPU events",
            TARGET + ", recording: {events: [cpu, itimer]}",
            "only one of cpu, ctimer, itimer and the counters"),
        arguments(
            "CPU time and a counter",
            TARGET + ", recording: {events: [ctimer, cache-misses]}",
            "only one of cpu, ctimer, itimer and the counters"),
        arguments(
            "a method as an event",
            TARGET + ", recording: {events: [com.example.Dao.find]}",
            "supported values"),
        arguments(
            "the event trace alone",
            TARGET + ", recording: {events: [trace]}",
            "trace requires the event trace in events, and the event requires trace"),
        arguments(
            "methods without the event",
            TARGET + ", recording: {trace: [{method: a.B.c}]}",
            "trace requires the event trace in events, and the event requires trace"),
        arguments(
            "a method twice",
            tracing("{method: a.B.c}, {method: a.B.c, threshold: 1s}"),
            "must name each method once"),
        arguments(
            "methods that are too long together",
            tracing(methods(3, "b".repeat(169))),
            "must have at most 512 bytes of methods together"),
        arguments(
            "methods of letters that are two bytes",
            tracing(methods(2, "ä".repeat(128))),
            "must have at most 512 bytes of methods together"),
        arguments(
            "a method without a class",
            tracing("{method: find}"),
            "must be one method with its class"),
        arguments(
            "a pattern", tracing("{method: 'com.example.*'}"), "must be one method with its class"),
        arguments(
            "a method with an option",
            tracing("{method: 'a.B.c,file=/x'}"),
            "must be one method with its class"),
        arguments(
            "a signature without a result",
            tracing("{method: 'a.B.c(I)'}"),
            "must be one method with its class"),
        arguments("a signature in Java's words", tracing("{method: 'a.B.c(int)'}"), "javap -s"),
        arguments(
            "a signature with an option",
            tracing("{method: 'a.B.c(),file=/x'}"),
            "must be one method with its class"),
        arguments(
            "what exceptions is for",
            tracing("{method: java.lang.Throwable.fillInStackTrace}"),
            "is what the event exceptions traces"),
        arguments(
            "the same with its signature",
            tracing("{method: java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;}"),
            "is what the event"),
        arguments(
            "a threshold without a unit",
            tracing("{method: a.B.c, threshold: '10'}"),
            "must be at most 1h"),
        arguments(
            "a threshold of hours",
            tracing("{method: a.B.c, threshold: 3601s}"),
            "must be at most 1h"),
        arguments(
            "an interval for nothing",
            TARGET + ", recording: {intervals: {lock: 1ms}}",
            "has one for an event that is not in events"),
        arguments(
            "an interval of wall",
            with("wall", "wall: 11s"),
            "must be between 1ms and 10s; for example 50ms"),
        arguments("an interval of lock", with("lock", "lock: 2000s"), "must be between 1us and 1m"),
        arguments(
            "an interval of nativelock",
            with("nativelock", "nativelock: 1ns"),
            "must be between 1us and 1m"),
        arguments(
            "an interval of lock in minutes",
            with("lock", "lock: 2m"),
            "must be between 1us and 1m"),
        arguments(
            "an interval of alloc",
            with("alloc", "alloc: 1Gi"),
            "must be between 1Ki and 9999Mi; for example 512Ki"),
        arguments(
            "an interval of nativemem",
            with("nativemem", "nativemem: '1024'"),
            "must be between 1Ki and 9999Mi; for example 1Mi"),
        arguments(
            "an interval of a counter",
            with("cycles", "counter: 10"),
            "should be greater than or equal to 1000"),
        arguments(
            "the depth of stacks",
            TARGET + ", recording: {stackDepth: 2049}",
            "should be less than or equal to 2048"),
        arguments(
            "a file of JFR settings",
            TARGET + ", recording: {jfrSync: /tmp/a.jfc}",
            "supported values: \"default\", \"profile\""),
        arguments(
            "a memory limit without a unit",
            TARGET + ", recording: {memoryLimit: '33554432'}",
            "must be between 10Mi and 9999Mi"),
        arguments(
            "diagnostics that there are none of",
            TARGET + ", recording: {diagnostics: [VM.command_line]}",
            "supported values: \"classHistogram\""),
        arguments(
            "no diagnostics",
            TARGET + ", recording: {diagnostics: []}",
            "should have at least 1 items"),
        arguments(
            "diagnostics named twice",
            TARGET + ", recording: {diagnostics: [vmFlags, vmFlags]}",
            "must name each once; for example [threadDump, heapSummary]"),
        arguments(
            "a memory limit in Gi",
            TARGET + ", recording: {memoryLimit: 1Gi}",
            "must be between 10Mi and 9999Mi; for example 32Mi"),
        arguments(
            "a memory limit that keeps no stack",
            TARGET + ", recording: {memoryLimit: 9Mi}",
            "must be between 10Mi and 9999Mi"),
        arguments(
            "interval too short",
            TARGET + ", recording: {interval: 10us}",
            "must be between 1ms and 10s; for example 10ms"),
        arguments(
            "interval too long",
            TARGET + ", recording: {interval: 11s}",
            "must be between 1ms and 10s"),
        arguments(
            "parallelism", TARGET + ", parallelism: 0", "should be greater than or equal to 1"),
        arguments(
            "an unknown format",
            TARGET + ", artifacts: {formats: [svg]}",
            "supported values: \"collapsed\", \"flamegraph\""),
        arguments(
            "no format", TARGET + ", artifacts: {formats: []}", "should have at least 1 items"),
        arguments(
            "a format twice",
            TARGET + ", artifacts: {formats: [pprof, pprof]}",
            "must name each format once"),
        arguments(
            "a label as mergeBy",
            TARGET + ", artifacts: {mergeBy: app.kubernetes.io/version}",
            "supported values: \"label\", \"node\""),
        arguments(
            "mergeBy label without one",
            TARGET + ", artifacts: {mergeBy: label}",
            "mergeLabel must be set exactly when mergeBy is label"),
        arguments(
            "a label that is not merged by",
            TARGET + ", artifacts: {mergeLabel: team}",
            "mergeLabel must be set exactly when mergeBy is label"),
        arguments(
            "no label key",
            TARGET + ", artifacts: {mergeBy: label, mergeLabel: 'team;a'}",
            "must be the key of a label"),
        arguments(
            "a label with its value",
            TARGET + ", artifacts: {mergeBy: label, mergeLabel: team=a}",
            "must be the key of a label"),
        arguments(
            "an empty baseline",
            TARGET + ", baselineRef: {}",
            "must have either a name or previous: true"),
        arguments(
            "two baselines",
            TARGET + ", baselineRef: {name: a, previous: true}",
            "for example {name: checkout-before}"),
        arguments(
            "no previous one",
            TARGET + ", baselineRef: {previous: false}",
            "must have either a name or previous: true"),
        arguments(
            "unknown operator",
            "target: {selector: {matchExpressions: [{key: a, operator: Is}]}}",
            "supported values"),
        arguments(
            "In without values",
            "target: {selector: {matchExpressions: [{key: a, operator: In}]}}",
            "must be set for In and NotIn"),
        arguments(
            "In with no values",
            "target: {selector: {matchExpressions: [{key: a, operator: In, values: []}]}}",
            "must be set for In and NotIn"),
        arguments(
            "Exists with values",
            "target: {selector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}}",
            "and only for these"),
        arguments(
            "a key that is none",
            "target: {selector: {matchExpressions: [{key: 'a b', operator: Exists}]}}",
            "must be the key of a label; for example app.kubernetes.io/name"),
        arguments(
            "a value that is none",
            "target: {selector: {matchExpressions: [{key: a, operator: In, values: ['b c']}]}}",
            "must be values of labels"),
        arguments(
            "a label's key that is none",
            "target: {selector: {matchLabels: {'a b': c}}}",
            "must have keys of labels"),
        arguments(
            "a label's key that is too long",
            "target: {selector: {matchLabels: {%s: c}}}".formatted("a".repeat(318)),
            "must have keys of at most 317 characters"),
        arguments(
            "a label's value that is none",
            "target: {selector: {matchLabels: {a: 'b,c'}}}",
            "must have values of labels"),
        arguments(
            "a label's value that is too long",
            "target: {selector: {matchLabels: {a: %s}}}".formatted("b".repeat(64)),
            "may not be more than 63 bytes"),
        arguments(
            "a subresource as a pod",
            "target: {pods: [x/log]}",
            "must be names of pods, in lower-case letters"),
        arguments("a folder as a pod", "target: {pods: ['..']}", "must be names of pods"),
        arguments(
            "a subresource as a workload",
            "target: {workloadRef: {kind: Job, name: a/b}}",
            "must be a workload's name"),
        arguments(
            "a query as a workload",
            "target: {workloadRef: {kind: Job, name: 'a?b'}}",
            "must be a workload's name"),
        arguments(
            "no kind",
            "target: {workloadRef: {kind: 'a/b', name: c}}",
            "must be a kind in letters and digits"),
        arguments(
            "no API version",
            "target: {workloadRef: {apiVersion: '../v1', kind: A, name: c}}",
            "must be an API group and its version"),
        arguments(
            "no container",
            "target: {pods: [a], containers: [A_b]}",
            "must be names of containers"),
        arguments(
            "a main class with a line's end",
            "target: {pods: [a], process: {mainClass: \"a\\n\"}}",
            "without control characters"),
        arguments(
            "a command line with a null",
            "target: {pods: [a], process: {commandLine: \"a\\0\"}}",
            "must have no control characters"),
        arguments(
            "a baseline that can have no such name",
            TARGET + ", baselineRef: {name: '../a'}",
            "must be the name of a ProfileJob"),
        arguments("an age without an end", "target: {pods: [a], minAge: 99999h}", "at most 9999h"),
        arguments(
            "no age", "target: {pods: [a], minAge: ms}", "must be in hours, minutes and seconds"),
        arguments(
            "a time to live that no int holds",
            TARGET + ", ttlSecondsAfterFinished: 3000000000",
            "should be less than or equal to"),
        arguments(
            "a deadline in centuries",
            TARGET + ", activeDeadlineSeconds: 9000000000000000000",
            "should be less than or equal to 604800"),
        arguments(
            "a seed that no reader holds",
            "target: {pods: [a], sample: {seed: 9007199254740993}}",
            "should be less than or equal to"),
        arguments(
            "a user that there cannot be",
            TARGET + ", sidecar: {runAsUser: 4294967296, runAsGroup: 1}",
            "should be less than or equal to"),
        arguments(
            "too many values",
            "target: {selector: {matchExpressions: [{key: a, operator: In, values: [%s]}]}}"
                .formatted("b, ".repeat(32) + "c"),
            "must have at most 32 items"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void refuses(String name, String spec, String words) {
    assertThatThrownBy(() -> create("refused", spec))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(words);
  }

  @Test
  void refuses_a_job_without_a_spec() {
    var yaml = """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: empty, namespace: default}
        """;

    assertThatThrownBy(() -> client().resource(yaml).create())
        .hasMessageContaining("spec: Required value");
  }

  @Test
  void refuses_a_name_that_is_too_long_for_links() {
    assertThatThrownBy(() -> create("a".repeat(64), TARGET))
        .hasMessageContaining("at most 63 characters");
  }

  @Test
  void allows_a_change_of_the_spec_before_the_job_starts() {
    var job = create("changed", TARGET);
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).parallelism(2).build());

    assertThat(client().resource(job).update().getSpec().parallelism()).isEqualTo(2);
  }

  static Stream<Path> examples() throws Exception {
    return Stream.of(
            Files.list(Path.of("..", "docs", "examples"))
                .filter(p -> p.toString().endsWith(".yaml")),
            Stream.of(Path.of("..", "docs", "demo", "profilejob.yaml")))
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

  @Test
  void takes_every_option_of_a_recording() {
    var recording = create(
            "options",
            TARGET
                + ", recording: {events: [cycles, wall, alloc, live, lock, nativelock, nativemem, trace, exceptions],"
                + " intervals: {wall: 50ms, alloc: 1Mi, lock: 1ms, nativelock: 1us, nativemem: 256Ki,"
                + " counter: 5000000},"
                + " trace: [{method: com.example.Dao.find}, {method: 'Main.<init>', threshold: 0s},"
                + " {method: 'a.Dao.get([[ILjava/util/Map$Entry;)[J', threshold: 1s}],"
                + " threads: true, stackDepth: 256, jfrSync: profile, memoryLimit: 32Mi, kernelStacks: true,"
                + " diagnostics: [threadDump, classHistogram, heapSummary, vmFlags]}")
        .getSpec()
        .recording();

    assertThat(recording.events()).hasSize(9);
    assertThat(recording.trace())
        .containsExactly(
            new TracedMethod("com.example.Dao.find", "10ms"),
            new TracedMethod("Main.<init>", "0s"),
            new TracedMethod("a.Dao.get([[ILjava/util/Map$Entry;)[J", "1s"));
    assertThat(recording.intervals())
        .isEqualTo(new Intervals("50ms", "1Mi", "1ms", "1us", "256Ki", 5_000_000L));
    assertThat(recording.jfrSync()).isEqualTo(JfrProfile.PROFILE);
    assertThat(recording.diagnostics()).containsExactly(Diagnostic.values());
  }

  static Stream<Arguments> longest() {
    return Stream.of(
        arguments("an interval of lock", with("lock", "lock: 1m")),
        arguments("an interval of nativelock", with("nativelock", "nativelock: 1m")),
        arguments("a threshold", tracing("{method: a.B.c, threshold: 1h}")),
        arguments("methods", tracing(methods(2, "b".repeat(251)) + ", {method: a.bcde}")));
  }

  /** In the words in which the reference has it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("longest")
  void takes_the_longest(String name, String spec) {
    assertThat(create("longest-" + name.replace(' ', '-'), spec).getSpec()).isNotNull();
  }

  @Test
  void takes_every_format_and_any_label() {
    var artifacts = create(
            "artifacts",
            TARGET
                + ", artifacts: {formats: [flamegraph, heatmap, collapsed, pprof, otlp, grafana],"
                + " mergeBy: label, mergeLabel: topology.kubernetes.io/zone}")
        .getSpec()
        .artifacts();

    assertThat(artifacts)
        .isEqualTo(new ArtifactOptions(
            List.of(Format.values()),
            MergeBy.LABEL,
            "topology.kubernetes.io/zone",
            ReclaimPolicy.RETAIN,
            null));
    assertThat(create("by-version", TARGET + ", artifacts: {mergeBy: version}")
            .getSpec()
            .artifacts())
        .isEqualTo(new ArtifactOptions(
            List.of(Format.FLAMEGRAPH, Format.COLLAPSED),
            MergeBy.VERSION,
            null,
            ReclaimPolicy.RETAIN,
            null));
    assertThat(create("by-team", TARGET + ", artifacts: {mergeBy: label, mergeLabel: Team_1}")
            .getSpec()
            .artifacts()
            .mergeLabel())
        .isEqualTo("Team_1");
  }

  private static String tracing(String methods) {
    return TARGET + ", recording: {events: [trace], trace: [" + methods + "]}";
  }

  private static String methods(int count, String name) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{method: " + (char) ('a' + i) + "." + name + "}")
        .collect(Collectors.joining(", "));
  }

  private static String with(String event, String interval) {
    return TARGET + ", recording: {events: [" + event + "], intervals: {" + interval + "}}";
  }

  private static ProfileJob create(String name, String spec) {
    var yaml = """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: default}
        spec: {%s}
        """.formatted(name, spec);
    return client()
        .getKubernetesSerialization()
        .convertValue(client().resource(yaml).create(), ProfileJob.class);
  }

  private static KubernetesClient client() {
    return apiServer.client();
  }
}
