package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.report.answers.TracedCalls.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The jobs that have every option of a recording, as few as possible, and the rows of the table. */
final class Options {

  private static final String FINE = "fine";
  private static final String COARSE = "coarse";
  private static final String DEFAULT = "jfr-default";
  private static final String PROFILE = "jfr-profile";
  private static final String FEW_STACKS = "few-stacks";
  private static final String KERNEL = "kernel";
  private static final String COUNTED_COARSELY = "page-faults-coarse";

  private static final String CONTEXT_SWITCHES = "context-switches";

  private static final String HARDWARE = "yes, or `ProfilerFailed`";

  /** In any pod: what the recording says, and what else the job says. */
  static final Map<String, String> JOBS = new LinkedHashMap<>();

  /** In a pod whose namespace admits the sidecar's capabilities. */
  static final Map<String, String> PRIVILEGED_JOBS = new LinkedHashMap<>();

  private static final List<Option> ALL = new ArrayList<>();

  static {
    JOBS.put(
        FINE,
        "recording: {duration: 5s, threads: true, diagnostics: [ThreadDump,"
            + " ClassHistogram, HeapSummary, VMFlags],"
            + " events: [{type: ctimer, interval: 1ms}, {type: wall, interval: 10ms}, {type: alloc, interval: 4Ki},"
            + " {type: live}, {type: lock, interval: 10us}, {type: nativelock, interval: 1us},"
            + " {type: nativemem, interval: 1Ki}, {type: trace, methods: [{name: EveryEvent.slow, threshold: 10ms},"
            + " {name: EveryEvent.quick, threshold: 10ms}]}, {type: exceptions}]},"
            + " artifacts: {formats: [flamegraph, heatmap, collapsed, pprof, otlp, grafana]}");
    JOBS.put(
        COARSE,
        "recording: {duration: 5s, stackDepth: 16, events: [{type: itimer, interval: 20ms},"
            + " {type: wall, interval: 200ms}, {type: alloc, interval: 4Mi}, {type: lock, interval: 60s},"
            + " {type: nativelock, interval: 60s}, {type: nativemem, interval: 1024Mi}]}");
    JOBS.put(
        DEFAULT,
        "recording: {duration: 3s, events: [{type: cpu, interval: 1ms}], jfrSync: default}");
    JOBS.put(
        PROFILE,
        "recording: {duration: 3s, events: [{type: wall}, {type: lock}], jfrSync: profile}");
    JOBS.put(
        FEW_STACKS,
        "recording: {duration: 30s, events: [{type: trace, methods: [{name: EveryEvent.arrive,"
            + " threshold: 0s}]}], memoryLimit: 10Mi}");
    JOBS.put("cycles-unprivileged", "recording: {duration: 2s, events: [{type: cycles}]}");
    PRIVILEGED_JOBS.put(
        KERNEL,
        "recording: {duration: 3s, events: [{type: cpu, interval: 1ms}], kernelStacks: true}");
    Arrays.stream(Event.values())
        .filter(Event::isCounter)
        .map(Event::word)
        .forEach(counter -> PRIVILEGED_JOBS.put(
            counter,
            "recording: {duration: 2s, events: [{type: %s}], kernelStacks: true}"
                .formatted(counter)));
    PRIVILEGED_JOBS.put(
        COUNTED_COARSELY,
        "recording: {duration: 2s, events: [{type: page-faults, interval: 1k}], kernelStacks: true}");

    ALL.add(event("cpu", DEFAULT, "Burner.burn"));
    ALL.add(event("ctimer", FINE, "Burner.burn"));
    ALL.add(event("itimer", COARSE, "Burner.burn"));
    ALL.add(event("wall", FINE, "EveryEvent.deep"));
    ALL.add(event("alloc", FINE, "EveryEvent.allocate"));
    ALL.add(event("live", FINE, "EveryEvent.keep"));
    ALL.add(event("lock", FINE, "EveryEvent.enter"));
    ALL.add(event("nativelock", FINE, "EveryEvent.wake"));
    ALL.add(event("nativemem", FINE, "EveryEvent.deflate"));
    ALL.add(event("trace", FINE, "EveryEvent.slow"));
    ALL.add(event("exceptions", FINE, "EveryEvent.fail"));
    counters();
    intervals();
    others();
    formats();
  }

  private Options() {}

  /** The same names for each JDK. */
  static List<Option> of(Jvm jvm) {
    return ALL.stream()
        .map(option -> jvm.equals(Jvm.temurin(11)) && option.jobs().contains(CONTEXT_SWITCHES)
            ? needsNewerJdk11(option)
            : option)
        .toList();
  }

  private static Option needsNewerJdk11(Option option) {
    var fix = "JDK 11.0.22 or later";
    return new Option(option.name(), option.jobs(), "`JdkTooOld`: " + fix, (run, all) -> {
      assertThat(run.reason()).isEqualTo("JdkTooOld");
      assertThat(run.message()).contains("upgrade to " + fix);
    });
  }

  static Option event(String event, String job, String frame) {
    return Option.of("`events: [{type: %s}]`".formatted(event), job, (run, all) -> {
      assertThat(run.stacks(event)).anyMatch(stack -> stack.contains(frame));
      assertThat(run.report().hot().get(event).samples()).isPositive();
    });
  }

  private static void counters() {
    for (var counter : List.of("page-faults", CONTEXT_SWITCHES)) {
      ALL.add(event(counter, counter, "EveryEvent."));
    }
    for (var counter : List.of(
        "cycles",
        "instructions",
        "cache-references",
        "cache-misses",
        "branch-instructions",
        "branch-misses")) {
      ALL.add(Option.of("`events: [{type: %s}]`".formatted(counter), counter, (run, all) -> {
            if (run.hasSucceeded()) {
              assertThat(run.stacks(counter)).anyMatch(stack -> stack.contains("Burner."));
            } else {
              assertThat(run.reason()).isEqualTo("ProfilerFailed");
              assertThat(run.message())
                  .contains("the node does not count " + counter, "choose the event cpu")
                  .doesNotContain("kernelStacks, which");
            }
          })
          .reading(HARDWARE));
    }
    ALL.add(Option.of("a counter without `kernelStacks`", "cycles-unprivileged", (run, all) -> {
          assertThat(run.reason()).isEqualTo("ProfilerFailed");
          assertThat(run.message())
              .contains("the node does not count cycles", "set spec.recording.kernelStacks");
        })
        .reading("`ProfilerFailed`: set `kernelStacks`"));
  }

  /** Rarer by far with the longer one: some of them are too long for anything to be recorded. */
  private static void intervals() {
    interval("`ctimer` and `itimer`", FINE, COARSE, "jdk.ExecutionSample");
    interval("`alloc`", FINE, COARSE, "jdk.ObjectAllocationInNewTLAB");
    interval("`wall`", FINE, COARSE, "profiler.WallClockSample");
    interval("`lock`", FINE, COARSE, "jdk.JavaMonitorEnter");
    interval("`nativelock`", FINE, COARSE, "profiler.NativeLock");
    interval("`nativemem`", FINE, COARSE, "profiler.Malloc");
    interval("a counter", "page-faults", COUNTED_COARSELY, "jdk.ExecutionSample");
  }

  private static void interval(String event, String fine, String coarse, String type) {
    ALL.add(new Option(
        "`interval` of " + event,
        List.of(fine, coarse),
        "yes",
        (run, all) -> assertThat(run.count(type))
            .isGreaterThan(3 * all.get(coarse).count(type))
            .isPositive()));
  }

  private static void others() {
    // The quick one is called a hundred times as often, and hardly ever loses its CPU for so long.
    ALL.add(Option.of("`trace`: calls that take the threshold", FINE, (run, all) -> {
      var calls = run.report().answers().calls().methods().stream()
          .collect(Collectors.toMap(Method::method, Method::calls));
      assertThat(calls.get("EveryEvent.slow"))
          .isGreaterThan(calls.getOrDefault("EveryEvent.quick", 0L));
    }));
    ALL.add(new Option("`threads`", List.of(FINE, COARSE), "yes", (run, all) -> {
      assertThat(run.text("wall.html")).contains("collector tid=");
      assertThat(all.get(COARSE).text("wall.html")).doesNotContain("collector tid=");
    }));
    ALL.add(new Option("`stackDepth`", List.of(COARSE, FINE), "yes", (run, all) -> {
      assertThat(run.depth("profiler.WallClockSample")).isBetween(8, 16);
      assertThat(all.get(FINE).depth("profiler.WallClockSample")).isGreaterThan(200);
    }));
    ALL.add(new Option("`memoryLimit`", List.of(FEW_STACKS, FINE), "yes", (run, all) -> {
      assertThat(run.text("trace.collapsed")).contains("EveryEvent.arrive", "storage_overflow");
      assertThat(all.get(FINE).text("wall.collapsed")).doesNotContain("storage_overflow");
    }));
    ALL.add(jfrSyncDefault(DEFAULT));
    ALL.add(Option.of("`jfrSync: profile`, with `lock`", PROFILE, (run, all) -> {
      assertThat(run.report().answers().pauses().collections()).isPositive();
      assertThat(run.stacks("lock")).anyMatch(stack -> stack.contains("EveryEvent.enter"));
      assertThat(run.count("jdk.Compilation")).isPositive();
    }));
    ALL.addAll(diagnostics(FINE));
    ALL.add(Option.of(
        "`kernelStacks`",
        KERNEL,
        (run, all) -> assertThat(run.stacks("cpu"))
            .anyMatch(stack -> stack.contains("Burner.read") && stack.contains("_[k]"))));
  }

  static Option jfrSyncDefault(String job) {
    return Option.of("`jfrSync: default`", job, (run, all) -> {
      assertThat(run.report().answers().pauses().causes())
          .anyMatch(cause -> cause.cause().equals("System.gc()") && cause.pauseNanos() > 0);
      assertThat(run.report().answers().locks().locks())
          .anyMatch(lock -> !lock.owners().isEmpty());
      assertThat(run.count("jdk.Compilation")).isZero();
    });
  }

  static List<Option> diagnostics(String job) {
    return List.of(
        diagnostic(job, "ThreadDump", "==== threadDump: ", "\"collector\""),
        diagnostic(job, "ClassHistogram", "==== classHistogram: ", " java.lang.String"),
        diagnostic(job, "HeapSummary", "==== heapSummary: ", " used "),
        diagnostic(job, "VMFlags", "==== vmFlags: ", "-XX:MaxHeapSize=33554432"));
  }

  private static Option diagnostic(String job, String diagnostic, String heading, String words) {
    return Option.of(
        "`diagnostics: [%s]`".formatted(diagnostic),
        job,
        (run, all) -> assertThat(run.text("diagnostics.txt")).contains(heading, words));
  }

  private static void formats() {
    for (var format : Format.values()) {
      ALL.add(Option.of("`artifacts.formats: [%s]`".formatted(format.word()), FINE, (run, all) -> {
        for (var event : List.of(
            "ctimer",
            "wall",
            "alloc",
            "live",
            "lock",
            "nativelock",
            "nativemem",
            "trace",
            "exceptions")) {
          assertThat(run.bytes(event + "." + format.ending()))
              .as(event)
              .satisfies(content -> assertIs(format, content));
        }
      }));
    }
  }

  private static void assertIs(Format format, byte[] content) throws Exception {
    var text = new String(content, StandardCharsets.ISO_8859_1);
    switch (format) {
      // Of a name that begins like the one before it, there is only the end.
      case FLAMEGRAPH ->
        assertThat(text).startsWithIgnoringCase("<!DOCTYPE html>").contains(" tid=");
      case HEATMAP ->
        assertThat(text).startsWithIgnoringCase("<!DOCTYPE html>").contains("EveryEvent");
      case COLLAPSED -> assertThat(text).contains("EveryEvent").containsPattern("(?m) [0-9]+$");
      case PPROF -> assertThat(content).startsWith(0x1f, 0x8b);
      case OTLP -> assertThat(text).contains("EveryEvent");
      case GRAFANA -> assertThat(new ObjectMapper().readTree(content).size()).isPositive();
    }
  }
}
