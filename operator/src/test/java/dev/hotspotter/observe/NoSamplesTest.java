package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.testing.Jobs;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class NoSamplesTest {

  private static final Map<Event, String> INTERVALS = Map.of(
      Event.WALL, "50ms",
      Event.ALLOC, "1Mi",
      Event.LOCK, "1ms",
      Event.NATIVELOCK, "2us",
      Event.NATIVEMEM, "256Ki",
      Event.CYCLES, "5M",
      Event.CONTEXT_SWITCHES, "5M");

  static Stream<Arguments> causes() {
    return Stream.of(
        arguments(
            of(Event.CPU),
            "idle: no thread used 10ms of CPU time; record under load, for longer, or with the event wall; "
                + "if it was busy, the node's timers do not work for ctimer, which cpu falls back to; choose itimer"),
        arguments(
            of(Event.CTIMER),
            "if it was busy, the node's timers do not work for ctimer; choose itimer"),
        arguments(
            of(Event.ITIMER),
            "if it was busy, the node's timers do not work for itimer; choose ctimer"),
        arguments(
            RecordingBuilder.builder(of(Event.CPU)).kernelStacks(true).build(),
            "for longer, or with the event wall"),
        arguments(of(Event.WALL), "no thread lived for an interval of 10ms"),
        arguments(with(Event.WALL), "no thread lived for an interval of 50ms"),
        arguments(of(Event.ALLOC), "less than 512Ki was allocated"),
        arguments(with(Event.ALLOC), "less than 1Mi was allocated"),
        arguments(
            of(Event.LIVE),
            "no sampled object (one per 512Ki allocated) was alive at the end; record alloc"),
        arguments(
            with(Event.LIVE, Event.ALLOC),
            "none of the objects that alloc sampled was alive at the end; lower the interval of 1Mi"),
        arguments(of(Event.LOCK), "no thread waited 10us or longer"),
        arguments(with(Event.LOCK), "no thread waited 1ms or longer"),
        arguments(of(Event.NATIVELOCK), "no native code waited 10us or longer"),
        arguments(with(Event.NATIVELOCK), "no native code waited 2us or longer"),
        arguments(of(Event.NATIVEMEM), "less than 512Ki of native memory"),
        arguments(with(Event.NATIVEMEM), "less than 256Ki of native memory"),
        arguments(
            of(Event.TRACE),
            "no call of com.example.Dao.find (10ms) or Main.main (0s) reached its threshold, or there is no"
                + " such class or method"),
        arguments(of(Event.EXCEPTIONS), "no exception with a stack trace was created"),
        arguments(
            of(Event.PAGE_FAULTS), "there were fewer than 1; record under load or for longer"),
        arguments(
            with(Event.CONTEXT_SWITCHES),
            "there were fewer than 5M; record under load, or lower the event's interval"),
        arguments(of(Event.CACHE_MISSES), "the node counted fewer than 1M; choose cpu"),
        arguments(with(Event.CYCLES), "the node counted fewer than 5M"));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void each_event_has_a_likely_cause_of_its_own(Recording recording, String cause) {
    var first = recording.types().getFirst();

    assertThat(NoSamples.sentence(recording, rendered(Map.of())).orElseThrow())
        .startsWith("no samples of %s: ".formatted(first.word()))
        .contains(cause);
  }

  @ParameterizedTest
  @EnumSource(Event.class)
  void no_event_is_without_a_cause_nor_with_one_if_it_has_samples(Event event) {
    assertThat(NoSamples.sentence(of(event), rendered(Map.of(event, 0L))).orElseThrow())
        .doesNotEndWith(".")
        .doesNotContain("null");
    assertThat(NoSamples.sentence(of(event), rendered(Map.of(event, 1L)))).isEmpty();
  }

  @Test
  void those_that_have_samples_are_named_at_the_end() {
    assertThat(NoSamples.sentence(
                of(Event.CPU, Event.LOCK, Event.WALL),
                rendered(Map.of(Event.CPU, 1L, Event.WALL, 2L)))
            .orElseThrow())
        .startsWith("no samples of lock: no thread")
        .endsWith("; there are samples of cpu, wall");
  }

  @Test
  void without_samples_of_the_first_event_the_recording_has_failed() {
    assertThat(NoSamples.isFailure(of(Event.CPU, Event.LOCK), rendered(Map.of(Event.CPU, 1L))))
        .isFalse();
    assertThat(NoSamples.isFailure(of(Event.LOCK, Event.CPU), rendered(Map.of(Event.CPU, 1L))))
        .isTrue();
    assertThat(NoSamples.isFailure(of(Event.LOCK, Event.CPU), rendered(Map.of())))
        .isTrue();
  }

  private static Recording of(Event... events) {
    return recording(Map.of(), events);
  }

  private static Recording with(Event... events) {
    return recording(INTERVALS, events);
  }

  private static Recording recording(Map<Event, String> intervals, Event... events) {
    return Jobs.recording(Arrays.stream(events)
        .map(event -> event == Event.TRACE
            ? Jobs.trace(
                new TracedMethod("com.example.Dao.find", "10ms"),
                new TracedMethod("Main.main", "0s"))
            : Jobs.event(event, intervals.get(event)))
        .toArray(EventSpec[]::new));
  }

  private static RenderOutcome.Rendered rendered(Map<Event, Long> samples) {
    return new RenderOutcome.Rendered(182733, "9f86", samples);
  }
}
