package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.FieldLimits;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HotListTest {

  @ParameterizedTest
  @CsvSource({
    "com.shop.Message.uniqueId, 31.4, Message.uniqueId 31.4 %",
    "Message.uniqueId, 100, Message.uniqueId 100.0 %",
    "com.shop.Message$Codec.<init>, 0.04, Message$Codec.<init> 0.0 %",
    "main, 12.25, main 12.3 %",
  })
  void a_headline_is_type_and_method_and_share(String frame, double percent, String headline) {
    assertThat(new HotList.HotFrame(frame, 1, percent, List.of(frame)).headline())
        .hasToString(headline);
  }

  @Test
  void a_headline_fits_into_a_status() {
    var headline = new HotList.HotFrame("com.shop." + "A".repeat(60_000) + ".b", 1, 31.4, List.of())
        .headline();

    assertThat(headline.frame()).hasSizeLessThan(FieldLimits.HEADLINE).endsWith("AAA…");
  }

  @Test
  void a_headline_looks_the_same_in_every_country() {
    var here = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(new HotList.HotFrame("Message.uniqueId", 1, 31.4, List.of()).headline())
          .hasToString("Message.uniqueId 31.4 %");
    } finally {
      Locale.setDefault(here);
    }
  }
}
