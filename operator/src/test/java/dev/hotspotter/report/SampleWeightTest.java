package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.Jobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleWeightTest {

  @ParameterizedTest
  @CsvSource({
    "CPU, , 10000000",
    "CPU, 20ms, 20000000",
    "CTIMER, 1ms, 1000000",
    "ITIMER, 1500us, 1500000",
    "WALL, , 10000000",
    "WALL, 2s, 2000000000",
    "ALLOC, 1Ki, 1",
    "LIVE, , 1",
    "NATIVEMEM, , 1",
    "LOCK, 10ms, 1",
    "NATIVELOCK, , 1",
    "TRACE, , 1",
    "EXCEPTIONS, , 1",
    "CYCLES, 1M, 1",
    "PAGE_FAULTS, , 1"
  })
  void a_sample_of_time_is_as_long_as_its_interval_and_all_else_is_weighed_already(
      Event event, String interval, long weight) {
    var recording = Jobs.recording(Jobs.event(event, interval));

    assertThat(SampleWeight.of(event, recording)).isEqualTo(weight);
  }
}
