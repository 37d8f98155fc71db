package dev.hotspotter.testing;

import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.GroupBy;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.ReclaimPolicy;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.GcPauses;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.report.answers.Latencies;
import dev.hotspotter.report.answers.LockWaits;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.answers.StateTimes;
import dev.hotspotter.report.answers.ThreadTimes;
import dev.hotspotter.report.answers.TracedCalls;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.report.comparison.Outlier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** A report in which every field has a value: 50 threads want one of 8 connections, in two pods. */
public final class Reported {

  private static final long WINDOW = 60_000_000_000L;
  private static final List<String> PATH =
      List.of("java.lang.Thread.run", "com.example.Orders.find", "com.example.Pool.borrow");

  private Reported() {}

  public static JobReport report() {
    var recording = RecordingBuilder.builder(Jobs.recording(
            Jobs.event(Event.WALL, "20ms"),
            Jobs.event(Event.LOCK, "100us"),
            Jobs.trace(new TracedMethod("com.example.Pool.borrow", "1ms"))))
        .threads(true)
        .stackDepth(256)
        .jfrSync(JfrProfile.DEFAULT)
        .memoryLimit("32Mi")
        .diagnostics(List.of(Diagnostic.THREAD_DUMP))
        .build();
    var job = Jobs.job(null, recording, 10, null);
    var artifacts = new ArtifactOptions(
        List.of(Format.FLAMEGRAPH, Format.PPROF),
        GroupBy.LABEL,
        "topology.kubernetes.io/zone",
        ReclaimPolicy.DELETE,
        "7d");
    job.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).artifacts(artifacts).build());
    var targets = List.of(
        target("checkout-0", "worker-1", "2026-11-21T10:00:01.000Z"),
        target("checkout-1", "worker-2", "2026-11-21T10:00:01.345Z"),
        Targets.failed(
            "checkout-2",
            "NoJvmFound",
            "no JVM runs in container app; name another one in target.containers"));
    job.getMetadata().setLabels(Map.of("team", "checkout"));
    Jobs.running(job, targets.toArray(RecordingStatus[]::new));
    return JobReport.of(
        job,
        targets,
        files(),
        hot(),
        outliers(),
        Optional.of(answers().plus(answers())),
        Optional.of(comparison()));
  }

  private static RecordingStatus target(String pod, String node, String start) {
    return RecordingStatusBuilder.builder(Targets.succeeded(pod))
        .node(node)
        .group("zone-" + node.charAt(node.length() - 1))
        .startTime(start)
        .build();
  }

  private static Map<String, Map<String, String>> files() {
    return Map.of("wall", Map.of("flamegraph", "merged/wall.html"));
  }

  /** The answers of one of the pods. */
  public static ProfileAnswers answers() {
    var waiting = List.of(new ThreadTimes.Place("com.example.Pool.borrow", 126_000, PATH));
    var threads = ThreadTimes.of(List.of(
        new ThreadTimes.Pool("pool-1-thread-*", 50, StateTimes.of(3_000, 147_000, 0), waiting),
        new ThreadTimes.Pool("GC Thread#*", 2, StateTimes.of(60, 0, 5_940), List.of())));
    var locks = LockWaits.of(List.of(
        LockWaits.Lock.of(
            "java.util.concurrent.Semaphore$NonfairSync",
            60_000,
            2_520_000_000_000L,
            List.of(
                new LockWaits.Place("com.example.Pool.borrow", 60_000, 2_520_000_000_000L, PATH)),
            List.of()),
        LockWaits.Lock.of(
            "com.example.Cache",
            120,
            4_800_000_000L,
            List.of(new LockWaits.Place(
                "com.example.Cache.get", 120, 4_800_000_000L, List.of("com.example.Cache.get"))),
            List.of(new LockWaits.Owner("pool-1-thread-*", 120, 4_800_000_000L)))));
    var latencies = new Latencies();
    LongStream.rangeClosed(1, 1_000).forEach(i -> latencies.add(i * 100_000));
    var pauses = GcPauses.of(
        List.of(
            new GcPauses.Cause("G1New", "G1 Evacuation Pause", 40, 480_000_000, 31_000_000),
            new GcPauses.Cause("G1Full", "System.gc()", 1, 120_000_000, 120_000_000)),
        WINDOW);
    var inlined = Map.of(
        "wall",
        InlinedCode.of(
            311_940, 1_200, 300, List.of(new InlinedCode.Frame("com.example.Order.total", 1_100))));
    return new ProfileAnswers(
        WINDOW,
        threads,
        locks,
        TracedCalls.of(List.of(latencies.of("com.example.Pool.borrow"))),
        pauses,
        inlined);
  }

  private static Map<String, HotList> hot() {
    var hot = new LinkedHashMap<String, HotList>();
    var self = List.of(new HotList.HotFrame(
        "__futex_abstimed_wait_common",
        294_000,
        94.25,
        List.of("com.example.Pool.borrow", "__futex_abstimed_wait_common")));
    hot.put(
        "wall",
        new HotList(
            311_940,
            self,
            List.of(new HotList.HotFrame("com.example.Pool.borrow", 252_000, 80.78, PATH)),
            Map.of("WallClock::signalHandler", 120L)));
    hot.put(
        "lock",
        new HotList(
            1_000,
            List.of(new HotList.HotFrame("com.example.Cache", 10, 1, List.of("com.example.Cache"))),
            List.of()));
    hot.put("trace", new HotList(0, List.of(), List.of()));
    return hot;
  }

  private static Map<String, List<Outlier>> outliers() {
    var outliers = new LinkedHashMap<String, List<Outlier>>();
    var difference = new Outlier.Difference("com.example.Pool.borrow", 80, 60, true);
    outliers.put(
        "wall", List.of(new Outlier("checkout-0", "app", 156_000, 0.2, true, List.of(difference))));
    outliers.put("lock", List.of());
    outliers.put("trace", List.of());
    return outliers;
  }

  private static Comparison comparison() {
    var before = new FrameCounts(
        1_000,
        1_000,
        Map.of("futex", 500L, "md5", 500L),
        Map.of("Pool.borrow", 500L, "Orders.find", 500L),
        Map.of());
    var now = new FrameCounts(
        1_000,
        1_000,
        Map.of("futex", 900L, "md5", 100L),
        Map.of("Pool.borrow", 900L, "Orders.find", 100L),
        Map.of());
    var events = new LinkedHashMap<String, Differences>();
    events.put("wall", Differences.between(before, now, Event.WALL));
    events.put(
        "lock",
        Differences.none(
            "BaselineEventMissing",
            "the baseline did not record it; record the same events in both jobs"));
    var baseline = new Comparison.Baseline(
        "checkout-before",
        "0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f",
        "2026-11-20T10:00:00Z",
        "shop/checkout-before-0c8e3f2a/");
    return Comparison.of(baseline, events);
  }
}
