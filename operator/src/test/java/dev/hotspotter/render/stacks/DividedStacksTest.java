package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DividedStacksTest {

  @ParameterizedTest(name = "{0} in parts of {1}: {2}")
  @CsvSource({
    "a;b 100, 100, a;b 100",
    "a;b 100, 1000, a;b 100",
    "a;b 100, 40, a;b 34|a;b 33|a;b 33",
    "a;b 149, 100, a;b 149",
    "a;b 151, 100, a;b 76|a;b 75",
    "a;b 2, 0.5, a;b 1|a;b 1",
    "a;b 0, 10, a;b 0",
    "päckchen.Größe.run lambda 20|c 7, 10, päckchen.Größe.run lambda 10|päckchen.Größe.run lambda 10|c 7",
  })
  void a_stack_has_about_as_many_lines_as_parts(String stacks, double part, String divided)
      throws Exception {
    var out = new ByteArrayOutputStream();

    try (var dividing = new DividedStacks(out, part)) {
      dividing.write((stacks.replace('|', '\n') + "\n").getBytes(StandardCharsets.UTF_8));
    }

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(divided.replace('|', '\n') + "\n");
  }
}
