package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfilerFramesTest {

  /**
   * Stacks with the profiler's frames in place, as an earlier version wrote them, and set apart, as
   * now.
   */
  private static final String STACKS = """
      java.lang.Thread.run_[0];shop.Cart.total_[j] 80
      java.lang.Thread.run_[0];shop.Cart.total_[j];__restore_rt;WallClock::signalHandler;\
      Profiler::recordSample;StackWalker::walkVM;VMMethod::id 15
      [async-profiler];WallClock::signalHandler 5
      """;

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WallClock::signalHandler",
        "StackWalker::walkVM",
        "VMMethod::id",
        "CpuEngine::signalHandler",
        "ObjectSampler::recordAllocation",
        "one.profiler.Instrument.recordExit"
      })
  void what_the_profiler_does_is_its_own(String frame) {
    assertThat(ProfilerFrames.isOwn(frame)).isTrue();
  }

  /** HotSpot also has a class of that name; parked threads are always in a hook. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ObjectSampler::sample",
        "AllocTracer::send_allocation_in_new_tlab",
        "LockTracer::UnsafeParkHook",
        "malloc_hook",
        "one.profilers.A.a",
        "Main"
      })
  void what_others_do_is_theirs(String frame) {
    assertThat(ProfilerFrames.isOwn(frame)).isFalse();
  }

  @Test
  void the_profilers_samples_are_in_no_share_and_in_no_list_but_counted_apart() throws Exception {
    var stacks = Files.writeString(folder.resolve("cpu.collapsed"), STACKS);

    var counts = StackFiles.counts(Event.CPU, stacks);
    var hot = StackFiles.hot(Event.CPU, stacks);

    assertThat(counts.samples()).isEqualTo(80);
    assertThat(counts.profiler()).isEqualTo(Map.of("WallClock::signalHandler", 20L));
    assertThat(counts.elsewhere()).isEmpty();
    assertThat(hot.self())
        .singleElement()
        .satisfies(frame -> assertThat(frame.percent()).isEqualTo(100));
    assertThat(hot.application())
        .singleElement()
        .satisfies(frame -> assertThat(frame.percent()).isEqualTo(100));
    assertThat(hot.profiler()).isEqualTo(counts.profiler());
  }

  @Test
  void stacks_of_other_events_are_the_applications_whatever_took_them() throws Exception {
    var stacks = Files.writeString(folder.resolve("nativemem.collapsed"), STACKS);

    assertThat(StackFiles.counts(Event.NATIVEMEM, stacks).samples()).isEqualTo(100);
  }
}
