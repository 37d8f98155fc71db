package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest(name = "started {0}, watching {1}, store {2}: alive {3}, ready {4}")
  @CsvSource({
    "false, false, , has not read all ProfileJobs, has not read all ProfileJobs",
    "false, true, down, has not read all ProfileJobs, has not read all ProfileJobs",
    "true, false, , a watch on the API server is broken, a watch on the API server is broken",
    "true, true, down, , the object store cannot be used: down",
    "true, true, , , ",
  })
  void says_what_is_wrong(
      boolean started, boolean watching, String store, String alive, String ready) {
    var health = new Health(() -> started, () -> watching, () -> Optional.ofNullable(store));

    assertIs(health.readinessProblem(), ready);
    assertIs(health.livenessProblem(), alive);
  }

  private static void assertIs(Optional<String> problem, String words) {
    if (words == null) {
      assertThat(problem).isEmpty();
    } else {
      assertThat(problem).hasValueSatisfying(p -> assertThat(p).contains(words));
    }
  }
}
