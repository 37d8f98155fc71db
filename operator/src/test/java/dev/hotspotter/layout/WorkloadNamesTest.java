package dev.hotspotter.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadNamesTest {

  @ParameterizedTest
  @CsvSource({
    "notifier-7d9c86b5f4-x2x4q, notifier",
    "notifier-load-58bd7c6f9-zkq2v, notifier-load",
    "agent-x2x4q, agent",
    "store-0, store",
    "store-a-12, store-a",
    "burner, burner",
    "burner-loud, burner-loud",
  })
  void pods_tell_whose_they_are(String pod, String workload) {
    assertThat(WorkloadNames.ofPod(pod)).isEqualTo(workload);
  }
}
