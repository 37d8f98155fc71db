package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Intervals;
import dev.hotspotter.api.RecordingBuilder;
import dev.hotspotter.testing.Jobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleWeightTest {

  @ParameterizedTest
  @CsvSource({
    "CPU, 10ms, , 10000000",
    "CTIMER, 1ms, , 1000000",
    "ITIMER, 1500us, , 1500000",
    "WALL, 2s, , 2000000000",
    "WALL, 10ms, 50ms, 50000000",
    "CPU, 10ms, 50ms, 10000000",
    "ALLOC, 10ms, , 1",
    "LIVE, 10ms, , 1",
    "NATIVEMEM, 10ms, , 1",
    "LOCK, 10ms, , 1",
    "NATIVELOCK, 10ms, , 1",
    "TRACE, 10ms, , 1",
    "EXCEPTIONS, 10ms, , 1",
    "CYCLES, 10ms, , 1",
    "PAGE_FAULTS, 10ms, , 1"
  })
  void a_sample_of_time_is_as_long_as_its_interval_and_all_else_is_weighed_already(
      Event event, String interval, String wall, long weight) {
    var recording = RecordingBuilder.builder(Jobs.recording(event))
        .interval(interval)
        .intervals(wall == null ? null : new Intervals(wall, null, null, null, null, null))
        .build();

    assertThat(SampleWeight.of(event, recording)).isEqualTo(weight);
  }
}
