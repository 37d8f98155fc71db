package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The installation proves itself, as a user would have it do. */
class InstallationE2E {

  @Test
  void helm_test_passes() throws Exception {
    assertThat(Cluster.run(
            "helm",
            "test",
            "hotspotter",
            "-n",
            Cluster.OPERATOR_NAMESPACE,
            "--logs",
            "--timeout",
            "3m"))
        .contains("Phase:          Succeeded")
        .contains("Finished: Recorded: ")
        .contains("Complete: Recorded: 1 of 1 targets recorded");
  }
}
