package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ConversionTest {

  @Test
  void a_file_that_would_fill_the_disk_is_given_up() {
    var out = Conversion.loud(OutputStream.nullOutputStream());
    var mebibyte = new byte[1 << 20];

    assertThatThrownBy(() -> Conversion.write(() -> {
          while (true) {
            out.write(mebibyte);
          }
        }))
        .isInstanceOf(BadRecordingException.class)
        .hasMessageContaining("larger than 256 MiB");
  }

  @Test
  void a_message_that_quotes_the_recording_is_cut() {
    var longest = "9".repeat(1_000_000);

    assertThatThrownBy(() -> Conversion.read(() -> Long.parseLong(longest)))
        .isInstanceOf(BadRecordingException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(600));
  }
}
