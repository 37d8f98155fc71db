package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.testing.Jobs;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OverheadTest {

  private static final Recording BUSY = RecordingBuilder.builder(Jobs.recording(
          EventSpec.of(Event.CPU),
          Jobs.event(Event.WALL, "20ms"),
          Jobs.event(Event.ALLOC, "1Ki"),
          EventSpec.of(Event.LOCK),
          Jobs.trace(new TracedMethod("shop.Dao.find", "0s"))))
      .duration("10s")
      .build();

  static Stream<Arguments> fixes() {
    return Stream.of(
        argumentSet(
            "wall",
            "WallClock::signalHandler",
            "take samples of wall less often, with an interval above 20ms"),
        argumentSet(
            "the samples of CPU time",
            "CpuEngine::signalHandler",
            "take samples of cpu less often, with an interval above 10ms"),
        argumentSet(
            "perf events",
            "PerfEvents::signalHandler",
            "take samples of cpu less often, with an interval above 10ms"),
        argumentSet(
            "alloc",
            "ObjectSampler::recordAllocation",
            "take samples of alloc less often, with an interval above 1Ki"),
        argumentSet(
            "lock",
            "LockTracer::recordContendedLock",
            "take samples of lock less often, with an interval above 10us"),
        argumentSet(
            "native locks",
            "NativeLockTracer::recordNativeLock",
            "take samples of nativelock less often, with an interval above 10us"),
        argumentSet(
            "native memory",
            "MallocTracer::recordMalloc",
            "take samples of nativemem less often, with an interval above 512Ki"),
        argumentSet(
            "trace",
            "one.profiler.Instrument.recordExit",
            "raise the thresholds of trace, or trace methods that are called less often"),
        argumentSet(
            "start and end",
            "Profiler::stop",
            "record for longer than 10s, so that start and end weigh less"));
  }

  @ParameterizedTest
  @MethodSource("fixes")
  void the_fix_is_that_of_what_took_most(String function, String fix) {
    assertThat(Overhead.sentence(
            BUSY,
            Map.of(Event.CPU, 910L),
            Map.of(Event.CPU, Map.of(function, 80L, "StackWalker::walkVM", 10L))))
        .contains("the recording itself took 9 % of the CPU time; " + fix);
  }

  @Test
  void exceptions_are_traced_like_calls_and_have_no_threshold() {
    var recording = Jobs.recording(Event.CPU, Event.EXCEPTIONS);

    assertThat(Overhead.sentence(
            recording,
            Map.of(Event.CPU, 90L),
            Map.of(Event.CPU, Map.of("Instrument::recordExit0", 10L))))
        .contains("the recording itself took 10 % of the CPU time; leave out exceptions,"
            + " because the application makes so many");
  }

  @Test
  void live_alone_samples_allocations_too() {
    assertThat(Overhead.sentence(
            Jobs.recording(Event.CPU, Event.LIVE),
            Map.of(Event.CPU, 90L),
            Map.of(Event.CPU, Map.of("ObjectSampler::recordAllocation", 10L))))
        .hasValueSatisfying(sentence -> assertThat(sentence)
            .endsWith("take samples of live less often, with an interval above 512Ki"));
  }

  @Test
  void a_counter_has_an_interval_of_its_own() {
    var recording = Jobs.recording(Event.CYCLES);

    assertThat(Overhead.sentence(
            recording,
            Map.of(Event.CYCLES, 90L),
            Map.of(Event.CYCLES, Map.of("PerfEvents::signalHandler", 10L))))
        .hasValueSatisfying(sentence -> assertThat(sentence)
            .endsWith("take samples of cycles less often, with an interval above 1M"));
  }

  @Test
  void little_is_not_worth_a_remark_and_of_wall_nothing_follows_for_the_cpu() {
    var own = Map.of("WallClock::signalHandler", 4L);

    assertThat(Overhead.sentence(BUSY, Map.of(Event.CPU, 96L), Map.of(Event.CPU, own)))
        .isEmpty();
    assertThat(Overhead.sentence(BUSY, Map.of(Event.CPU, 96L), Map.of())).isEmpty();
    assertThat(Overhead.sentence(
            Jobs.recording(Event.WALL), Map.of(Event.WALL, 1L), Map.of(Event.WALL, own)))
        .isEmpty();
  }
}
