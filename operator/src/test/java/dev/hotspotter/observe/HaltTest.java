package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HaltTest {

  private static final RecordingStatus FAILED = injected("a", "AttachFailed");
  private static final RecordingStatus AGAIN = injected("b", "NoJvmFound");

  @Test
  void so_many_failures_stop_a_job_and_fewer_do_not() {
    assertThat(Halt.of(threshold(2), List.of(FAILED, Targets.pending("c")))).isEmpty();
    assertThat(Halt.of(threshold(2), List.of(FAILED, AGAIN, Targets.pending("c"))))
        .hasValueSatisfying(why -> {
          assertThat(why.reason()).isEqualTo("FailureThresholdReached");
          assertThat(why.message())
              .isEqualTo(
                  "failureThreshold is 2, and the failed targets are 2, so this target was not started;"
                      + " the first is a (AttachFailed)");
        });
  }

  @Test
  void without_a_threshold_failures_stop_nothing() {
    assertThat(Halt.of(Jobs.job(), List.of(FAILED, AGAIN))).isEmpty();
  }

  @Test
  void targets_that_were_not_started_are_no_failures() {
    for (var reason : List.of("FailureThresholdReached", "ImageHarmed", "PodNotReady", "PodGone")) {
      assertThat(Halt.of(threshold(2), List.of(FAILED, Targets.failed("b", reason, "no"))))
          .as(reason)
          .isEmpty();
    }
  }

  @Test
  void a_refused_injection_is_a_failure() {
    assertThat(
            Halt.of(threshold(2), List.of(FAILED, Targets.failed("b", "InjectionRefused", "no"))))
        .isPresent();
  }

  @Test
  void harm_comes_first() {
    assertThat(Halt.of(threshold(1), List.of(FAILED, Targets.failed("b", "JvmExited", "ended"))))
        .hasValueSatisfying(why -> assertThat(why.reason()).isEqualTo("Harmed"));
  }

  private static RecordingStatus injected(String pod, String reason) {
    return RecordingStatusBuilder.builder(Targets.failed(pod, reason, "no"))
        .injectionTime(Jobs.START.toString())
        .build();
  }

  private static ProfileJob threshold(int failures) {
    var job = Jobs.job();
    job.setSpec(
        ProfileJobSpecBuilder.builder(job.getSpec()).failureThreshold(failures).build());
    return job;
  }
}
