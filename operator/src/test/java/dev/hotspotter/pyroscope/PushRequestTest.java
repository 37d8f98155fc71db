package dev.hotspotter.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushRequestTest {

  private static final RecordingStatus TARGET = Targets.succeeded("notifier-7d9c86b5f4-x2x4q");

  @Test
  void the_name_holds_the_workload_and_where_it_was_recorded() {
    var target = RecordingStatusBuilder.builder(TARGET).version("2.14.0").build();

    assertThat(PushRequest.of(Jobs.running(Jobs.job()), target).name())
        .isEqualTo("notifier{namespace=shop,workload=notifier,container=app,"
            + "pod=notifier-7d9c86b5f4-x2x4q,node=worker-1,version=2.14.0,"
            + "profilejob=checkout-cpu}");
  }

  @Test
  void what_is_not_known_is_no_label() {
    var target = RecordingStatusBuilder.builder(TARGET).node(null).build();

    assertThat(PushRequest.of(Jobs.running(Jobs.job()), target).name())
        .doesNotContain("node", "version", "null");
  }

  @Test
  void a_workload_that_the_job_names_is_the_service() {
    var named = Jobs.job(TargetBuilder.builder(Jobs.target(null))
        .selector(null)
        .workloadRef(new WorkloadRef(null, "Deployment", "mail"))
        .build());

    assertThat(PushRequest.of(Jobs.running(named), TARGET).name())
        .startsWith("mail{namespace=shop,workload=mail,");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "2.14.0_rc-1 | 2.14.0_rc-1",
        "a/b | a/b",
        "a,b | a_b",
        "a}b{c | a_b_c",
        "a=b | a_b",
        "a b | a_b",
        "a;b | a_b",
        "naïve | na_ve",
      })
  void a_value_cannot_end_its_label(String version, String plain) {
    var target = RecordingStatusBuilder.builder(TARGET).version(version).build();

    assertThat(PushRequest.of(Jobs.running(Jobs.job()), target).name())
        .contains(",version=" + plain + ",");
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({
    "2026-11-21T10:00:00.731Z, 2026-11-21T10:01:00.739Z, 1795255200, 1795255261",
    "2026-11-21T10:00:00Z, 2026-11-21T10:01:00Z, 1795255200, 1795255260",
    "2026-11-21T10:00:00.5Z, , 1795255200, 1795255261",
    ", , 1795255200, 1795255260",
  })
  void the_times_are_whole_seconds_around_the_recording(
      String start, String end, long from, long until) {
    var target =
        RecordingStatusBuilder.builder(TARGET).startTime(start).endTime(end).build();

    assertThat(PushRequest.of(Jobs.running(Jobs.job()), target)).satisfies(request -> {
      assertThat(request.from()).isEqualTo(from);
      assertThat(request.until()).isEqualTo(until);
    });
  }

  @ParameterizedTest(name = "{0} every {1}, wall every {2}")
  @CsvSource({
    "CPU, 10ms, , 100",
    "CPU, 1ms, , 1000",
    "CTIMER, 3ms, , 333",
    "ITIMER, 1500us, , 667",
    "CPU, 10s, , 1",
    "CPU, 10ms, 50ms, 100",
    ", , 50ms, 20",
    "ALLOC, 1Ki, 20ms, 50",
    "ALLOC, , 10ms, 100",
  })
  void the_rate_is_that_of_cpu_time_or_else_of_elapsed_time(
      Event event, String interval, String wall, long hertz) {
    var recording = Jobs.recording(Stream.of(
            Optional.ofNullable(event).map(type -> Jobs.event(type, interval)),
            Optional.ofNullable(wall).map(own -> Jobs.event(Event.WALL, own)))
        .flatMap(Optional::stream)
        .toArray(EventSpec[]::new));
    ProfileJob job = Jobs.running(Jobs.job(null, recording, 10, null));

    assertThat(PushRequest.of(job, TARGET).sampleRate()).isEqualTo(hertz);
  }
}
