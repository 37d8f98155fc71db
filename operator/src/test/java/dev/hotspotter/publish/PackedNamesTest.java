package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PackedNamesTest {

  @RepeatedTest(200)
  void the_list_is_the_one_packed(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var names =
        IntStream.range(0, random.nextInt(6)).mapToObj(i -> name(random)).toList();

    assertThat(PackedNames.of(names)).containsExactlyElementsOf(names);
  }

  /** Names of few letters often begin alike, are a part of another one, or empty. */
  private static String name(Random random) {
    return random
        .ints(random.nextInt(5), 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void a_missing_name_is_empty() {
    assertThat(PackedNames.of(Arrays.asList("notifier-1", null))).containsExactly("notifier-1", "");
  }

  @Test
  void a_name_alone_is_the_common_start() {
    assertThat(PackedNames.of(List.of("notifier-1"))).containsExactly("notifier-1");
  }
}
