package dev.hotspotter.render.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Chunk;
import dev.hotspotter.render.RenderLimitException;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.DiskWatch;
import dev.hotspotter.testing.Renderers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Broken and forged recordings. The renderer renders or rejects each with a reason, within its time
 * and memory, and the next one as usual.
 */
class HostileRecordingIT {

  private static final Duration PATIENCE = Duration.ofSeconds(6);
  private static final Recording CPU = RecordingBuilder.builder()
      .duration("60s")
      .events(List.of(EventSpec.of(Event.CPU), EventSpec.of(Event.ALLOC)))
      .kernelStacks(false)
      .build();

  private static final List<Format> FORMATS = List.of(Format.values());
  private static final List<Format> GRAPHS = List.of(Format.FLAMEGRAPH, Format.COLLAPSED);

  @AutoClose
  private static final Renderer RENDERER = Renderers.renderer(256 << 20, PATIENCE);

  @TempDir
  static Path folder;

  private static byte[] good;

  /** Concatenated recordings are one recording of several chunks. */
  @BeforeAll
  static void record() throws Exception {
    var profiler = AsyncProfiler.getInstance();
    var chunks = new ByteArrayOutputStream();
    for (int i = 0; i < 3; i++) {
      var jfr = folder.resolve(i + ".jfr");
      profiler.execute("start,event=ctimer,interval=1ms,alloc=64k,jfr,file=" + jfr);
      Deep.burn(1_500, Duration.ofMillis(500));
      profiler.execute("stop,file=" + jfr);
      chunks.write(Files.readAllBytes(jfr));
    }
    good = chunks.toByteArray();
  }

  @AfterEach
  void the_next_one_is_rendered() throws Exception {
    assertThat(render(good).samples().get(Event.CPU)).isPositive();
  }

  @Test
  void cut_at_and_around_each_chunk() throws Exception {
    var chunks = chunks();
    assertThat(chunks).hasSize(3);
    var cuts = chunks.stream()
        .flatMap(at -> Stream.of(at - 1, at, at + 1, at + 67, at + 68, at + 69))
        .filter(at -> at >= 0 && at < good.length);
    for (int cut : cuts.toList()) {
      endsWell("cut at " + cut, Arrays.copyOf(good, cut), FORMATS);
    }
    assertThat(render(Arrays.copyOf(good, chunks.get(1))).samples().get(Event.CPU))
        .as("of the first chunk")
        .isPositive();
  }

  @Test
  void with_flipped_bytes() throws Exception {
    var random = new Random(20261121);
    int refused = 0;
    for (int i = 0; i < 200; i++) {
      var bytes = good.clone();
      for (int flips = random.nextInt(1, 9); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      refused += endsWell("mutant " + i, bytes, i % 10 == 0 ? FORMATS : GRAPHS) ? 0 : 1;
    }
    assertThat(refused).as("so that the mutants were no harmless ones").isPositive();
  }

  @Test
  void constant_pools_that_follow_each_other_for_ever() {
    var chunk = new Chunk().metadata(0, 1);
    int first = chunk.position();
    chunk.constants(100);
    int second = chunk.position();
    var endless = new Chunk()
        .metadata(0, 1)
        .constants(second - first)
        .constants(first - second)
        .build(first);

    assertThatThrownBy(() -> render(endless))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageContaining("not finish within 6 s of CPU time");
  }

  @Test
  void more_strings_than_there_is_memory() {
    var chunk = new Chunk().metadata(Integer.MAX_VALUE, 0);
    var huge = chunk.constants(0).build(chunk.position());

    assertThatThrownBy(() -> render(huge))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageContaining("more memory than the");
  }

  @Test
  void metadata_nested_without_end() {
    var chunk = new Chunk().metadata(0, 1_000_000);
    var nested = chunk.constants(0).build(chunk.position());

    assertThatThrownBy(() -> render(nested))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageContaining("StackOverflowError");
  }

  @Test
  void a_header_and_then_noise() throws Exception {
    var random = new Random(7);
    for (int i = 0; i < 20; i++) {
      var noise = new byte[100_000];
      random.nextBytes(noise);
      System.arraycopy(good, 0, noise, 0, 68);
      ByteBuffer.wrap(noise).putLong(8, noise.length);
      endsWell("noise " + i, noise, GRAPHS);
    }
  }

  @Test
  void a_process_that_someone_kills_is_replaced() throws Exception {
    render(good);
    ProcessHandle.current()
        .children()
        .filter(HostileRecordingIT::renders)
        .forEach(ProcessHandle::destroyForcibly);

    assertThat(render(good).samples().get(Event.CPU)).isPositive();
  }

  @Test
  void the_process_that_reads_recordings_knows_no_secrets() throws Exception {
    render(good);

    var process = ProcessHandle.current()
        .children()
        .filter(HostileRecordingIT::renders)
        .findFirst()
        .orElseThrow();
    assertThat(Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ")))
        .isEqualTo("MALLOC_ARENA_MAX=2\0");
  }

  /** One such thread in a harmless application is enough. */
  @Test
  void a_thread_with_a_line_break_in_its_name() throws Exception {
    var jfr = folder.resolve("thread.jfr");
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=1ms,jfr,file=" + jfr);
    var thread = Thread.ofPlatform()
        .name("worker\nof; many 99")
        .start(() -> Burner.burn(Duration.ofMillis(300)));
    thread.join();
    profiler.execute("stop,file=" + jfr);
    var threads = RecordingBuilder.builder(CPU)
        .events(List.of(EventSpec.of(Event.CPU)))
        .threads(true)
        .build();
    var task = new RenderRecording(
        jfr, threads, GRAPHS, new ApplicationCode(Set.of(), Set.of()), "pod/app", folder);

    RENDERER.run(task, Long.MAX_VALUE);

    assertThat(Files.readAllLines(task.file(Event.CPU, Format.COLLAPSED)))
        .anyMatch(stack -> stack.startsWith("[worker of, many 99 tid=")
            && stack.contains(";dev.hotspotter.testing.Burner.burn_["))
        .allMatch(stack -> stack.matches(".* \\d+|#samples-per-observation:[0-9.]+"));
  }

  @Test
  void what_the_jvm_prints_is_taken_for_no_answer() {
    try (var talkative = new Renderer(RENDERER.limits(), List.of("-Xmx256m", "-Xlog:gc*:stdout"))) {
      var task = new RenderRecording(
          folder.resolve("recording.jfr"),
          CPU,
          GRAPHS,
          new ApplicationCode(Set.of(), Set.of()),
          "pod/app",
          folder);
      assertThatThrownBy(() -> {
            Files.write(task.jfr(), good);
            talkative.run(task, Long.MAX_VALUE);
          })
          .isInstanceOf(BadRecordingException.class)
          .hasMessageContaining("failed twice");
    }
  }

  /**
   * Stacks of the profiler's maximum depth, in all formats: the output is a multiple of the input.
   */
  @Test
  void files_that_would_take_more_of_the_disk_than_they_may() throws Exception {
    var jfr = Files.write(folder.resolve("deep.jfr"), good);
    var whole = Files.createTempDirectory(folder, "whole");
    RENDERER.run(
        new RenderRecording(
            jfr, CPU, FORMATS, new ApplicationCode(Set.of(), Set.of()), "pod/app", whole),
        Long.MAX_VALUE);
    long needed = 0;
    try (var files = Files.list(whole)) {
      needed = files.mapToLong(file -> file.toFile().length()).sum();
    }
    for (long room : List.of(needed / 10, needed / 2, needed * 9 / 10)) {
      var out = Files.createTempDirectory(folder, "out");
      var task = new RenderRecording(
          jfr, CPU, FORMATS, new ApplicationCode(Set.of(), Set.of()), "pod/app", out);
      try (var disk = new DiskWatch(() -> List.of(out))) {
        assertThatThrownBy(() -> RENDERER.run(task, room))
            .isInstanceOf(RenderLimitException.class)
            .hasMessageContaining("raise tmp.sizeLimit");
        assertThat(disk.most()).isBetween(1L, room);
      }
    }
  }

  /** The disk is full in the middle of each format's file. */
  @ParameterizedTest
  @EnumSource(Format.class)
  void a_disk_that_ends_in_a_file_is_never_taken_for_a_bad_recording(Format format)
      throws Exception {
    var jfr = Files.write(folder.resolve("deep.jfr"), good);
    var whole = Files.createTempDirectory(folder, "whole");
    var task = new RenderRecording(
        jfr, CPU, List.of(format), new ApplicationCode(Set.of(), Set.of()), "pod/app", whole);
    RENDERER.run(task, Long.MAX_VALUE);
    long stacks =
        format == Format.COLLAPSED ? 0 : Files.size(task.file(Event.CPU, Format.COLLAPSED));
    long room = stacks + Files.size(task.file(Event.CPU, format)) / 2;

    assertThatThrownBy(() -> RENDERER.run(task, room))
        .isInstanceOf(RenderLimitException.class)
        .hasMessageContaining("raise tmp.sizeLimit");
  }

  private static boolean renders(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("/java");
  }

  /** Returns whether the recording was rendered. */
  private static boolean endsWell(String name, byte[] jfr, List<Format> formats) throws Exception {
    try {
      render(jfr, formats);
      return true;
    } catch (BadRecordingException e) {
      assertThat(e.getMessage()).as(name).isNotBlank();
      return false;
    }
  }

  private static RenderRecording.Done render(byte[] jfr) throws Exception {
    return render(jfr, GRAPHS);
  }

  private static RenderRecording.Done render(byte[] jfr, List<Format> formats) throws Exception {
    var file = Files.write(folder.resolve("recording.jfr"), jfr);
    return RENDERER.run(
        new RenderRecording(
            file, CPU, formats, new ApplicationCode(Set.of(), Set.of()), "pod/app", folder),
        Long.MAX_VALUE);
  }

  private static List<Integer> chunks() {
    var starts = new ArrayList<Integer>();
    for (int at = 0; at < good.length; at += (int) ByteBuffer.wrap(good).getLong(at + 8)) {
      starts.add(at);
    }
    return starts;
  }

  /** Recursion to the profiler's maximum depth. */
  private static final class Deep {
    static void burn(int depth, Duration cpu) {
      if (depth > 0) {
        burn(depth - 1, cpu);
      } else {
        Burner.burn(cpu);
      }
    }
  }
}
