package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class LastWordsTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \n\t\n"})
  void a_container_without_a_message_has_none(String message) {
    assertThat(LastWords.of(message)).isEmpty();
  }

  @Test
  void the_last_five_lines_are_quoted_without_empty_ones() {
    assertThat(LastWords.of("1\n2\n3\n\n4\n  5\n6\n")).isEqualTo(", last words: 2 | 3 | 4 | 5 | 6");
  }

  /** As HotSpot 25 writes it, without the lines in between. */
  @Test
  void of_a_crash_the_signal_and_the_frame_are_quoted() {
    assertThat(LastWords.of("""
        the application's own line
        #
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f31c0a1b2c3, pid=1, tid=42
        #
        # JRE version: OpenJDK Runtime Environment (25.0.1+8) (build 25.0.1+8)
        # Problematic frame:
        # C  [libasyncProfiler.so+0x1b2c3]  Profiler::recordSample
        #
        # If you would like to submit a bug report, please visit:
        #
        """))
        .isEqualTo(", last words: SIGSEGV (0xb) at pc=0x00007f31c0a1b2c3, pid=1, tid=42"
            + " | C  [libasyncProfiler.so+0x1b2c3]  Profiler::recordSample");
  }

  @Test
  void colours_control_characters_and_other_line_breaks_are_no_words() {
    assertThat(LastWords.of("\u001b[31mred\u001b[0m\u0007 a\u2028b \u202ec"))
        .isEqualTo(", last words: red   a b  c");
  }

  @Test
  void long_lines_are_cut_at_their_beginning_and_between_characters() {
    assertThat(LastWords.of("x".repeat(1000) + "end")).hasSize(", last words: …".length() + 400);
    assertThat(LastWords.of("𝔸".repeat(500))).isEqualTo(", last words: …" + "𝔸".repeat(400));
  }
}
