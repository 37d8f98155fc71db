package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.Overhead;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList.HotFrame;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records CPU time while the event wall takes part of it: every 5 ms, in a hundred threads with
 * deep stacks. The size of that part depends on the machine.
 */
class ProfilerFramesIT {

  private static final ApplicationCode CODE = new ApplicationCode(Set.of(), Set.of());
  private static final long SECONDS = 2_000_000_000;
  private static final int THREADS = 100;
  private static final int DEEP = 200;

  @TempDir
  static Path folder;

  private static Path collapsed;
  private static RenderRecording.Done done;

  @BeforeAll
  static void record() throws Exception {
    var jfr = folder.resolve("recording.jfr");
    var profiler = AsyncProfiler.getInstance();
    profiler.execute("start,event=ctimer,interval=1ms,wall=5ms,jfr,file=" + jfr);
    var end = System.nanoTime() + SECONDS;
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().start(() -> {
        while (System.nanoTime() < end) {
          work(DEEP);
        }
      }));
    }
    for (var thread : threads) {
      thread.join();
    }
    profiler.execute("stop,file=" + jfr);
    var task = new RenderRecording(
        jfr,
        Jobs.recording(Event.CTIMER, Event.WALL),
        List.of(Format.COLLAPSED, Format.FLAMEGRAPH),
        CODE,
        "t",
        folder);
    done = task.run();
    collapsed = task.file(Event.CTIMER, Format.COLLAPSED);
  }

  private static long work(int deep) {
    if (deep > 0) {
      return work(deep - 1) + 1;
    }
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum = sum * 31 + i;
    }
    LockSupport.parkNanos(5_000_000);
    return sum;
  }

  @Test
  void the_recordings_own_work_is_known_and_the_fix_is_to_record_wall_less_often() {
    var recording = Jobs.recording(EventSpec.of(Event.CTIMER), Jobs.event(Event.WALL, "5ms"));

    var own = done.profiler().get(Event.CTIMER);
    var application = Map.of(
        Event.CTIMER, 9 * own.values().stream().mapToLong(Long::longValue).sum());

    assertThat(own).containsKey("WallClock::signalHandler");
    assertThat(Overhead.sentence(recording, application, done.profiler()))
        .hasValue("the recording itself took 10 % of the CPU time; take samples of wall less"
            + " often, with an interval above 5ms");
  }

  @Test
  void no_frame_of_the_profiler_is_hot_and_the_samples_are_the_applications() throws Exception {
    var hot = StackFiles.hot(Event.CTIMER, collapsed);

    assertThat(hot.self())
        .extracting(HotFrame::frame)
        .noneMatch(ProfilerFrames::isOwn)
        .doesNotContain("__restore_rt");
    assertThat(hot.self())
        .extracting(HotFrame::path)
        .allSatisfy(path -> assertThat(path).noneMatch(ProfilerFrames::isOwn));
    assertThat(hot.application())
        .first()
        .satisfies(frame -> assertThat(frame.frame()).endsWith("ProfilerFramesIT.work"));
  }

  @Test
  void in_the_graph_it_stands_apart_from_the_application() throws Exception {
    var own = Files.readAllLines(collapsed).stream()
        .filter(line -> line.contains("::signalHandler"))
        .toList();

    assertThat(own)
        .isNotEmpty()
        .allMatch(line -> line.startsWith("[async-profiler];"))
        .noneMatch(line -> line.contains("ProfilerFramesIT"));
    assertThat(Files.readString(folder.resolve("ctimer.html"))).contains("[async-profiler]");
  }

  @Test
  void parked_threads_are_not_the_profilers_although_its_hook_is_on_their_stacks() {
    var own = done.profiler().get(Event.WALL).values().stream()
        .mapToLong(Long::longValue)
        .sum();

    assertThat(own).isLessThan(done.samples().get(Event.WALL) / 5);
  }
}
