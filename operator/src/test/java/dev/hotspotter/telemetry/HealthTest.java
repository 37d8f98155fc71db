package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest(name = "start {0}, watching {1}, store {2}: alive {3}, ready {4}")
  @CsvSource({
    "waits, false, , , waits",
    "waits, true, down, , waits",
    ", false, , a watch on the API server is broken, a watch on the API server is broken",
    ", true, down, , the object store cannot be used: down",
    ", true, , , ",
  })
  void says_what_is_wrong(
      String start, boolean watching, String store, String alive, String ready) {
    var health = new Health(
        () -> Optional.ofNullable(start), () -> watching, () -> Optional.ofNullable(store));

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
