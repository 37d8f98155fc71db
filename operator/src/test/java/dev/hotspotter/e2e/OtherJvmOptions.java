package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options that are tried with other JVMs than Temurin's, by fewer jobs, and what each JVM makes of them. */
final class OtherJvmOptions {

  static final List<Jvm> JVMS =
      List.of(Jvm.DEBIAN_8, Jvm.DEBIAN_8_WITH_SYMBOLS, Jvm.DEBIAN_26, Jvm.DEBIAN_27, Jvm.MUSL);

  private static final String SAMPLED = "sampled";
  private static final String ALLOC = "alloc";
  private static final String LIVE = "live";
  private static final String JFR = "jfr-default";

  static final Map<String, String> JOBS = new LinkedHashMap<>();

  static {
    JOBS.put(
        SAMPLED,
        "recording: {duration: 5s, diagnostics: [ThreadDump, ClassHistogram, HeapSummary, VMFlags],"
            + " events: [{type: ctimer, interval: 1ms}, {type: wall, interval: 10ms}, {type: lock, interval: 10us},"
            + " {type: nativemem, interval: 1Ki},"
            + " {type: trace, methods: [{name: EveryEvent.slow, threshold: 10ms}]}, {type: exceptions}]},"
            + " artifacts: {formats: [flamegraph, collapsed]}");
    JOBS.put(ALLOC, "recording: {duration: 3s, events: [{type: alloc, interval: 4Ki}]}");
    JOBS.put(LIVE, "recording: {duration: 3s, events: [{type: live}]}");
    JOBS.put(
        JFR, "recording: {duration: 3s, events: [{type: cpu, interval: 1ms}], jfrSync: default}");
  }

  private OtherJvmOptions() {}

  /** JDK 8 has Debian's debug symbols only where a test needs them: most builds have none. */
  static BurnerPod pod(BurnerPod burner, Jvm jvm) {
    return jvm.equals(Jvm.DEBIAN_8) ? burner.emptyDirOn("debug", "/usr/lib/debug") : burner;
  }

  /** The same names for each JVM. */
  static List<Option> of(Jvm jvm) {
    var all = new ArrayList<Option>();
    all.add(Options.event("cpu", JFR, "Burner.burn"));
    all.add(Options.event("ctimer", SAMPLED, "Burner.burn"));
    all.add(Options.event("wall", SAMPLED, "EveryEvent.deep"));
    all.add(Options.event("lock", SAMPLED, "EveryEvent.enter"));
    all.add(Options.event("nativemem", SAMPLED, "EveryEvent.deflate"));
    all.add(Options.event("trace", SAMPLED, "EveryEvent.slow"));
    all.add(Options.event("exceptions", SAMPLED, "EveryEvent.fail"));
    // Not the large arrays: JDK 8 with this garbage collector takes them from the heap without an
    // event.
    var alloc = Options.event("alloc", ALLOC, "EveryEvent.keep");
    var live = Options.event("live", LIVE, "EveryEvent.keep");
    all.add(
        jvm.equals(Jvm.DEBIAN_8)
            ? refused(alloc, "JDK 11 or later, or on a JDK 8 with debug symbols")
            : alloc);
    all.add(jvm.home().equals(Jvm.DEBIAN_8.home()) ? refused(live, "JDK 11 or later") : live);
    all.add(Options.jfrSyncDefault(JFR));
    all.addAll(Options.diagnostics(SAMPLED));
    return all;
  }

  private static Option refused(Option option, String fix) {
    return new Option(option.name(), option.jobs(), "`ProfilerFailed`: " + fix, (run, all) -> {
      assertThat(run.reason()).isEqualTo("ProfilerFailed");
      assertThat(run.message()).contains("run the application on " + fix);
    });
  }
}
