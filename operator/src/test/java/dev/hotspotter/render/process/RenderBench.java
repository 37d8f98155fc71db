package dev.hotspotter.render.process;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.render.stacks.EventStacks;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.tasks.MergeEvent;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Renderers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import one.convert.Main;
import one.profiler.AsyncProfiler;

/**
 * Measures bytes per second of CPU time, for jfrconv and for our renderer, on the same recordings.
 * Both make a flame graph and collapsed stacks of each event. Then it measures the merge of a
 * thousand recordings. A process's CPU time is that of its whole life.
 */
final class RenderBench {

  private static final List<Event> EVENTS = List.of(Event.CPU, Event.WALL, Event.ALLOC);
  private static final Recording RECORDING = RecordingBuilder.builder()
      .duration("60s")
      .events(EVENTS.stream().map(EventSpec::of).toList())
      .kernelStacks(false)
      .build();
  private static final double MIB = 1 << 20;
  private static final int MANY = 1_000;
  private static volatile Object sink;

  private final Path folder;

  private RenderBench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    var folder = Files.createTempDirectory("bench-render");
    try {
      new RenderBench(folder).run();
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private void run() throws Exception {
    var recording = record(Duration.ofSeconds(3));
    var small = IntStream.range(0, 10).mapToObj(i -> recording).toList();
    compare("10 recordings of %.1f MiB".formatted(Files.size(recording) / MIB), small);
    var large = repeat(recording, 20);
    compare("1 recording of %.1f MiB".formatted(Files.size(large) / MIB), List.of(large));
    merge(recording);
  }

  /** Threads with some thousand different stacks, like those of a busy service. */
  private Path record(Duration length) throws Exception {
    var jfr = folder.resolve("recording.jfr");
    var profiler = AsyncProfiler.getInstance();
    var threads = new ArrayList<Thread>();
    profiler.execute(
        "start,event=ctimer,interval=1ms,wall=10ms,nobatch,alloc=512k,jfr,file=" + jfr);
    var end = System.nanoTime() + length.toNanos();
    for (int i = 0; i < 24; i++) {
      int seed = 100 * i;
      threads.add(Thread.ofPlatform().start(() -> {
        for (int n = 0; System.nanoTime() < end; n++) {
          var path = new Random(seed + n % 100);
          wander(path, path.nextInt(60));
        }
      }));
    }
    for (var thread : threads) {
      thread.join();
    }
    profiler.execute("stop,file=" + jfr);
    return jfr;
  }

  private static void wander(Random random, int depth) {
    if (depth == 0) {
      sink = IntStream.range(0, 1_000)
          .mapToObj(i -> String.format("%x", random.nextInt()))
          .toList();
    } else if (random.nextBoolean()) {
      wander(random, depth - 1);
    } else {
      wanderElsewhere(random, depth - 1);
    }
  }

  private static void wanderElsewhere(Random random, int depth) {
    wander(random, depth);
  }

  /** A recording of this number of chunks. */
  private Path repeat(Path jfr, int times) throws IOException {
    var all = folder.resolve("large.jfr");
    try (var out = Files.newOutputStream(all)) {
      for (int i = 0; i < times; i++) {
        Files.copy(jfr, out);
      }
    }
    return all;
  }

  private void compare(String what, List<Path> recordings) throws Exception {
    long bytes = 0;
    for (var jfr : recordings) {
      bytes += Files.size(jfr);
    }
    var before = childrensCpuTime();
    for (var jfr : recordings) {
      jfrconv(jfr);
    }
    var between = childrensCpuTime();
    try (var renderer = Renderers.renderer()) {
      for (var jfr : recordings) {
        renderer.run(
            new RenderRecording(
                jfr,
                RECORDING,
                List.of(Format.FLAMEGRAPH, Format.COLLAPSED),
                new ApplicationCode(Set.of(), Set.of()),
                "bench",
                folder),
            Long.MAX_VALUE);
      }
    }
    var reference = bytes / MIB / (between - before);
    var ours = bytes / MIB / (awaitChild(between) - between);
    print(
        "%s: jfrconv %.2f MiB per CPU second, Hotspotter %.2f, ratio %.2f",
        what, reference, ours, ours / reference);
  }

  /** Calls jfrconv like a user: one command for each format and event. */
  private void jfrconv(Path jfr) throws Exception {
    for (var event : EVENTS) {
      for (var format : List.of("collapsed", "html")) {
        var options = Stream.concat(
            Stream.of("-o", format, "--norm", "--dot"), EventStacks.type(event).stream());
        var command = Stream.of(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                converter(),
                Main.class.getName()),
            options,
            Stream.of(jfr.toString(), folder.resolve("reference." + format).toString()));
        var process = new ProcessBuilder(command.flatMap(s -> s).toList())
            .redirectErrorStream(true)
            .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
          throw new IllegalStateException(output);
        }
      }
    }
  }

  private static String converter() throws Exception {
    return Path.of(
            Main.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  private void merge(Path jfr) throws Exception {
    FlameGraphs.collapse(jfr, Event.WALL, false, folder.resolve("1.collapsed"));
    var members = new ArrayList<MergeEvent.Member>();
    for (int i = 0; i < MANY; i++) {
      var copy = folder.resolve("member-%d.collapsed".formatted(i));
      Files.createLink(copy, folder.resolve("1.collapsed"));
      members.add(new MergeEvent.Member("pod-" + i, "app", new RootedStacks(copy, null)));
    }
    for (int size : new int[] {1, MANY}) {
      var task = new MergeEvent(
          Event.WALL,
          members.subList(0, size),
          new ApplicationCode(Set.of(), Set.of()),
          "bench",
          folder.resolve("merged.html"),
          null,
          null);
      var start = System.nanoTime();
      try (var renderer = Renderers.renderer(64 << 20, Duration.ofHours(1))) {
        renderer.run(task, Long.MAX_VALUE);
        var process = ProcessHandle.current().children().findFirst().orElseThrow();
        var seconds = (System.nanoTime() - start) / 1e9;
        print(
            "merged %d targets of %.1f MiB of recording each: %.1f s, at most %s resident",
            size, Files.size(jfr) / MIB, seconds, peak(process.pid()));
      }
    }
  }

  private static String peak(long pid) throws IOException {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .findFirst()
          .orElseThrow()
          .replaceAll("VmHWM:\\s*", "");
    }
  }

  /** Killed processes are counted once they are reaped. */
  private static double awaitChild(double before) throws Exception {
    while (childrensCpuTime() == before) {
      Thread.onSpinWait();
    }
    return childrensCpuTime();
  }

  /** The CPU seconds of all ended children (cutime and cstime of proc(5), in hundredths). */
  private static double childrensCpuTime() throws IOException {
    var stat = Files.readString(Path.of("/proc/self/stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / 100.0;
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
