package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.GroupBy;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.ReclaimPolicy;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The API server's treatment of ProfileJobs with the committed CRD: defaults, and refusals that say
 * what to write instead.
 */
class ProfileJobCrdIT {

  private static final String TARGET = "target: {selector: {matchLabels: {app: notifier}}}";

  @AutoClose
  private static ApiServer apiServer;

  private static int sizes;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @Test
  void fills_in_the_defaults() {
    var spec = create("defaults", TARGET).getSpec();

    assertThat(spec.recording()).isEqualTo(Jobs.recording(Event.CPU));
    assertThat(spec.parallelism()).isEqualTo(10);
    assertThat(spec.artifacts()).isEqualTo(Jobs.job().getSpec().artifacts());
    assertThat(spec.target().sample()).isEqualTo(new Sample(null, Sample.Order.Random, null));
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
            "a size of none",
            "target: {pods: [a], sample: {size: 0}}",
            "must be a number from 1 to 100, or a percentage; for example 5 or 20%"),
        arguments(
            "a size in words",
            "target: {pods: [a], sample: {size: ten}}",
            "must be a number from 1 to 100, or a percentage"),
        arguments(
            "a percentage over all",
            "target: {pods: [a], sample: {size: 101%}}",
            "must be a number from 1 to 100, or a percentage"),
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
            TARGET + ", recording: {events: [{type: wall}], kernelStacks: true}",
            "needs the event cpu"),
        arguments(
            "too short",
            TARGET + ", recording: {duration: 0s}",
            "spec.recording.duration: Invalid value: must be between 1s and 1h"),
        arguments("too long", TARGET + ", recording: {duration: 2h}", "must be between 1s and 1h"),
        arguments("no unit", TARGET + ", recording: {duration: '60'}", "for example 60s or 1m30s"),
        arguments(
            "unknown event",
            TARGET + ", recording: {events: [{type: cpus}]}",
            "supported values: \"alloc\", \"branch-instructions\""),
        arguments("no event", TARGET + ", recording: {events: []}", "should have at least 1 items"),
        arguments(
            "an event twice",
            TARGET + ", recording: {events: [{type: cpu}, {type: cpu}]}",
            "spec.recording.events[1]: Duplicate value"),
        arguments(
            "two CPU events",
            TARGET + ", recording: {events: [{type: cpu}, {type: itimer}]}",
            "only one of cpu, ctimer, itimer and the counters"),
        arguments(
            "CPU time and a counter",
            TARGET + ", recording: {events: [{type: ctimer}, {type: cache-misses}]}",
            "only one of cpu, ctimer, itimer and the counters"),
        arguments(
            "a method as an event",
            TARGET + ", recording: {events: [{type: com.example.Dao.find}]}",
            "supported values"),
        arguments(
            "an event as a word",
            TARGET + ", recording: {events: [cpu]}",
            "spec.recording.events[0]: Invalid value: \"string\""),
        arguments(
            "the event trace alone",
            TARGET + ", recording: {events: [{type: trace}]}",
            "must be set for trace, and only for it"),
        arguments(
            "methods of another event",
            TARGET + ", recording: {events: [{type: wall, methods: [{name: a.B.c}]}]}",
            "must be set for trace, and only for it"),
        arguments(
            "a method twice",
            tracing("{name: a.B.c}, {name: a.B.c, threshold: 1s}"),
            "methods[1]: Duplicate value"),
        arguments(
            "methods that are too long together",
            tracing(methods(3, "b".repeat(169))),
            "must have at most 512 bytes of names together"),
        arguments(
            "methods of letters that are two bytes",
            tracing(methods(2, "ä".repeat(128))),
            "must have at most 512 bytes of names together"),
        arguments(
            "a method without a class",
            tracing("{name: find}"),
            "must be one method with its class"),
        arguments(
            "a pattern", tracing("{name: 'com.example.*'}"), "must be one method with its class"),
        arguments(
            "a method with an option",
            tracing("{name: 'a.B.c,file=/x'}"),
            "must be one method with its class"),
        arguments(
            "a signature without a result",
            tracing("{name: 'a.B.c(I)'}"),
            "must be one method with its class"),
        arguments("a signature in Java's words", tracing("{name: 'a.B.c(int)'}"), "javap -s"),
        arguments(
            "a signature with an option",
            tracing("{name: 'a.B.c(),file=/x'}"),
            "must be one method with its class"),
        arguments(
            "what exceptions is for",
            tracing("{name: java.lang.Throwable.fillInStackTrace}"),
            "cannot be the method that the event exceptions traces"),
        arguments(
            "the same with its signature",
            tracing("{name: java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;}"),
            "cannot be the method that the event exceptions traces"),
        arguments(
            "a threshold without a unit",
            tracing("{name: a.B.c, threshold: '10'}"),
            "must be at most 1h"),
        arguments(
            "a threshold of hours",
            tracing("{name: a.B.c, threshold: 3601s}"),
            "must be at most 1h"),
        arguments(
            "an interval of wall", with("wall", "11s"), "must be between 1ms and 10s for cpu"),
        arguments("an interval of cpu", with("cpu", "10us"), "{type: cpu, interval: 10ms}"),
        arguments("an interval of ctimer", with("ctimer", "11s"), "must be between 1ms and 10s"),
        arguments("an interval of bytes for cpu", with("cpu", "1Mi"), "must be between 1ms"),
        arguments("an interval of lock", with("lock", "2000s"), "must be between 1us and 1m for"),
        arguments("an interval of nativelock", with("nativelock", "1ns"), "must be between 1us"),
        arguments("an interval of lock in minutes", with("lock", "2m"), "must be between 1us"),
        arguments(
            "an interval of alloc", with("alloc", "1Gi"), "must be between 1Ki and 9999Mi for"),
        arguments("an interval of nativemem", with("nativemem", "'1024'"), "must be between 1Ki"),
        arguments(
            "an interval of a counter", with("cycles", "'10'"), "must be between 1k and 999G"),
        arguments(
            "an interval of a trillion", with("cycles", "1000G"), "must be between 1k and 999G"),
        arguments("an interval of exceptions", with("exceptions", "10"), "must be of type string"),
        arguments("an interval of each exception", with("exceptions", "10ms"), "cannot be set for"),
        arguments(
            "two intervals of allocations",
            TARGET
                + ", recording: {events: [{type: alloc, interval: 1Mi}, {type: live, interval: 2Mi}]}",
            "must have the same interval for alloc and live"),
        arguments(
            "the depth of stacks",
            TARGET + ", recording: {stackDepth: 2049}",
            "should be less than or equal to 2048"),
        arguments(
            "a file of JFR settings",
            TARGET + ", recording: {jfrSync: /tmp/a.jfc}",
            "supported values: \"default\", \"profile\""),
        arguments(
            "a memory limit in words",
            TARGET + ", recording: {memoryLimit: much}",
            "must be a quantity between 10Mi and 10Gi"),
        arguments(
            "diagnostics that there are none of",
            TARGET + ", recording: {diagnostics: [VM.command_line]}",
            "supported values: \"ClassHistogram\""),
        arguments(
            "no diagnostics",
            TARGET + ", recording: {diagnostics: []}",
            "should have at least 1 items"),
        arguments(
            "diagnostics named twice",
            TARGET + ", recording: {diagnostics: [VMFlags, VMFlags]}",
            "diagnostics[1]: Duplicate value"),
        arguments(
            "a memory limit above all",
            TARGET + ", recording: {memoryLimit: 11Gi}",
            "must be a quantity between 10Mi and 10Gi; for example 32Mi"),
        arguments(
            "a memory limit that keeps no stack",
            TARGET + ", recording: {memoryLimit: 9Mi}",
            "must be a quantity between 10Mi and 10Gi"),
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
            "formats[1]: Duplicate value"),
        arguments(
            "a label as groupBy",
            TARGET + ", artifacts: {groupBy: app.kubernetes.io/version}",
            "supported values: \"Label\", \"Node\""),
        arguments(
            "groupBy Label without one",
            TARGET + ", artifacts: {groupBy: Label}",
            "groupByLabel must be set exactly when groupBy is Label"),
        arguments(
            "a label that does not group",
            TARGET + ", artifacts: {groupByLabel: team}",
            "groupByLabel must be set exactly when groupBy is Label"),
        arguments(
            "no label key",
            TARGET + ", artifacts: {groupBy: Label, groupByLabel: 'team;a'}",
            "must be the key of a label"),
        arguments(
            "a label with its value",
            TARGET + ", artifacts: {groupBy: Label, groupByLabel: team=a}",
            "must be the key of a label"),
        arguments(
            "an empty baseline", TARGET + ", baseline: {}", "must have either job or previous"),
        arguments(
            "two baselines",
            TARGET + ", baseline: {job: a, previous: {}}",
            "for example {job: checkout-before}"),
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
            TARGET + ", baseline: {job: '../a'}",
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

  /** A change of each field, in JSON. */
  private static final Map<String, String> CHANGES = Map.ofEntries(
      Map.entry("target", "{\"selector\": {\"matchLabels\": {\"app\": \"other\"}}}"),
      Map.entry("recording", "{\"duration\": \"30s\"}"),
      Map.entry("sidecar", "{\"runAsUser\": 1, \"runAsGroup\": 1}"),
      Map.entry("parallelism", "5"),
      Map.entry("activeDeadlineSeconds", "60"),
      Map.entry("ttlSecondsAfterFinished", "60"),
      Map.entry("suspend", "true"),
      Map.entry("baseline", "{\"previous\": {}}"),
      Map.entry("artifacts", "{\"groupBy\": \"Pod\"}"),
      Map.entry("firstWave", "\"All\""),
      Map.entry("failureThreshold", "3"));

  static Stream<String> fields() {
    return Arrays.stream(ProfileJobSpec.class.getRecordComponents()).map(RecordComponent::getName);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void after_the_start_only_suspend_can_be_changed(String field) {
    var job = create("started-" + field.toLowerCase(Locale.ROOT), TARGET);
    job.setStatus(
        ProfileJobStatusBuilder.builder().startTime("2026-11-21T10:00:00Z").build());
    client().resource(job).patchStatus();
    var change = "{\"spec\": {\"%s\": %s}}".formatted(field, CHANGES.get(field));
    ThrowingCallable patch =
        () -> client().resource(job).patch(PatchContext.of(PatchType.JSON_MERGE), change);

    if (field.equals("suspend")) {
      assertThatCode(patch).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(patch)
          .hasMessageContaining("spec cannot be changed after the job has started, except suspend");
    }
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
                + ", recording: {events: [{type: cycles, interval: 5M}, {type: wall, interval: 50ms},"
                + " {type: alloc, interval: 1Mi}, {type: live}, {type: lock, interval: 1ms},"
                + " {type: nativelock, interval: 1us}, {type: nativemem, interval: 256Ki}, {type: trace,"
                + " methods: [{name: com.example.Dao.find}, {name: 'Main.<init>', threshold: 0s},"
                + " {name: 'a.Dao.get([[ILjava/util/Map$Entry;)[J', threshold: 1s}]}, {type: exceptions}],"
                + " threads: true, stackDepth: 256, jfrSync: profile, memoryLimit: 1Gi, kernelStacks: true,"
                + " diagnostics: [ThreadDump, ClassHistogram, HeapSummary, VMFlags]}")
        .getSpec()
        .recording();

    assertThat(recording.types()).hasSize(9);
    assertThat(recording.traced())
        .containsExactly(
            new TracedMethod("com.example.Dao.find", "10ms"),
            new TracedMethod("Main.<init>", "0s"),
            new TracedMethod("a.Dao.get([[ILjava/util/Map$Entry;)[J", "1s"));
    assertThat(recording.types().stream()
            .filter(type -> recording.ownInterval(type).isPresent()))
        .extracting(recording::interval)
        .containsExactly("5M", "50ms", "1Mi", "1Mi", "1ms", "1us", "256Ki");
    assertThat(recording.memoryLimit()).isEqualTo("1Gi");
    assertThat(recording.jfrSync()).isEqualTo(JfrProfile.PROFILE);
    assertThat(recording.diagnostics()).containsExactly(Diagnostic.values());
  }

  /** A number need not be text, and text may be a number. */
  @ParameterizedTest
  @CsvSource({"5, 5", "'\"5\"', 5", "20%, 20%", "100, 100", "100%, 100%"})
  void takes_sizes_as_numbers_and_percentages(String yaml, String size) {
    assertThat(create("size-" + sizes++, "target: {pods: [a], sample: {size: " + yaml + "}}")
            .getSpec()
            .target()
            .sample()
            .size())
        .isEqualTo(size);
  }

  @Test
  void takes_a_memory_limit_in_bytes() {
    assertThat(create("bytes", TARGET + ", recording: {memoryLimit: 33554432}")
            .getSpec()
            .recording()
            .memoryLimit())
        .isEqualTo("33554432");
  }

  @Test
  void takes_either_baseline() {
    assertThat(
            create("previous", TARGET + ", baseline: {previous: {}}").getSpec().baseline())
        .isEqualTo(new BaselineSpec(null, new BaselineSpec.Previous()));
    assertThat(create("named", TARGET + ", baseline: {job: before}").getSpec().baseline())
        .isEqualTo(new BaselineSpec("before", null));
  }

  static Stream<Arguments> longest() {
    return Stream.of(
        arguments("an interval of lock", with("lock", "1m")),
        arguments("an interval of nativelock", with("nativelock", "1m")),
        arguments("an interval of a counter", with("cycles", "999G")),
        arguments("a threshold", tracing("{name: a.B.c, threshold: 1h}")),
        arguments("methods", tracing(methods(2, "b".repeat(251)) + ", {name: a.bcde}")));
  }

  /** The longest values, as the reference states them. */
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
                + " groupBy: Label, groupByLabel: topology.kubernetes.io/zone}")
        .getSpec()
        .artifacts();

    assertThat(artifacts)
        .isEqualTo(new ArtifactOptions(
            List.of(Format.values()),
            GroupBy.LABEL,
            "topology.kubernetes.io/zone",
            ReclaimPolicy.RETAIN,
            null));
    assertThat(create("by-version", TARGET + ", artifacts: {groupBy: Version}")
            .getSpec()
            .artifacts())
        .isEqualTo(new ArtifactOptions(
            List.of(Format.FLAMEGRAPH, Format.COLLAPSED),
            GroupBy.VERSION,
            null,
            ReclaimPolicy.RETAIN,
            null));
    assertThat(create("by-team", TARGET + ", artifacts: {groupBy: Label, groupByLabel: Team_1}")
            .getSpec()
            .artifacts()
            .groupByLabel())
        .isEqualTo("Team_1");
  }

  private static String tracing(String methods) {
    return TARGET + ", recording: {events: [{type: trace, methods: [" + methods + "]}]}";
  }

  private static String methods(int count, String name) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{name: " + (char) ('a' + i) + "." + name + "}")
        .collect(Collectors.joining(", "));
  }

  private static String with(String event, String interval) {
    return TARGET + ", recording: {events: [{type: " + event + ", interval: " + interval + "}]}";
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
