package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.report.answers.GcPauses.Cause;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GcPausesTest {

  private static final Cause YOUNG = new Cause("G1New", "G1 Evacuation Pause", 1, 20, 15);
  private static final Cause FULL = new Cause("G1Full", "System.gc()", 1, 60, 60);

  @Test
  void collections_of_one_kind_are_added_and_what_took_most_is_first() {
    assertThat(GcPauses.of(List.of(YOUNG, FULL, YOUNG), 1_000))
        .isEqualTo(new GcPauses(
            3, 100, 60, 10, List.of(FULL, new Cause("G1New", "G1 Evacuation Pause", 2, 40, 15))));
  }

  @Test
  void the_share_over_two_targets_is_that_of_the_time_of_both() {
    var a = new ProfileAnswers(1_000, null, null, null, GcPauses.of(List.of(YOUNG), 1_000), null);
    var b = new ProfileAnswers(3_000, null, null, null, GcPauses.of(List.of(FULL), 3_000), null);

    assertThat(a.plus(b).pauses()).isEqualTo(new GcPauses(2, 80, 60, 2, List.of(FULL, YOUNG)));
  }

  @Test
  void none_is_an_answer_too() {
    assertThat(GcPauses.of(List.of(), 1_000)).isEqualTo(new GcPauses(0, 0, 0, 0, List.of()));
  }

  @Test
  void of_endless_kinds_the_rest_is_one() {
    var pauses = GcPauses.of(
        IntStream.range(0, 1_000)
            .mapToObj(i -> new Cause("G" + i, "c", 1, i, i))
            .toList(),
        1_000);

    assertThat(pauses.causes())
        .hasSize(21)
        .last()
        .isEqualTo(new Cause("others", "others", 980, 979 * 490, 979));
    assertThat(pauses.collections()).isEqualTo(1_000);
  }
}
