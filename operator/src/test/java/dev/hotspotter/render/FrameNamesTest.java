package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameNamesTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "shop.Cart.total, shop.Cart.total",
    "'worker\nof many', worker of many",
    "'a;b 1', 'a,b 1'",
    "'tab\there', tab here",
    "'line\u2028separator', line separator",
    "Zürich 🛒, Zürich 🛒",
  })
  void a_name_is_one_frame_on_one_line(String name, String clean) {
    assertThat(FrameNames.clean(name)).isEqualTo(clean);
  }

  @Test
  void a_name_that_nobody_could_read_to_its_end_is_cut() {
    assertThat(FrameNames.clean("x".repeat(65_535))).hasSize(501).endsWith("…");
    assertThat(FrameNames.clean(null)).isNull();
  }
}
