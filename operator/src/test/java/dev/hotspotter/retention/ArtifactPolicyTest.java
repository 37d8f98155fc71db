package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.ReclaimPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactPolicyTest {

  @ParameterizedTest
  @CsvSource({
    "DELETE, , Delete, true, ",
    "DELETE, 90m, Delete-90m, true, PT90M",
    "RETAIN, 7d, Retain-7d, false, P7D",
    ", 12h, Retain-12h, false, PT12H"
  })
  void what_a_job_asks_for_is_read_from_a_name(
      ReclaimPolicy reclaim, String retention, String name, boolean deleted, Duration age) {
    assertThat(ArtifactPolicy.name(artifacts(reclaim, retention))).contains(name);
    assertThat(ArtifactPolicy.of(name))
        .contains(new ArtifactPolicy(deleted, Optional.ofNullable(age)));
  }

  @Test
  void a_job_that_asks_for_nothing_leaves_no_object() {
    assertThat(ArtifactPolicy.name(artifacts(ReclaimPolicy.RETAIN, null))).isEmpty();
    assertThat(ArtifactPolicy.name(artifacts(null, null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "delete", "Delete-", "Delete-0d", "Delete-7w", "Delete-999999d", "x"})
  void other_names_say_nothing(String name) {
    assertThat(ArtifactPolicy.of(name)).isEmpty();
  }

  private static ArtifactOptions artifacts(ReclaimPolicy reclaim, String retention) {
    return new ArtifactOptions(List.of(), null, null, reclaim, retention);
  }
}
