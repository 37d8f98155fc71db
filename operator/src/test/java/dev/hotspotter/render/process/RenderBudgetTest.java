package dev.hotspotter.render.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderBudgetTest {

  private static final long MIB = 1 << 20;
  private static final long DISK = 4096 * MIB;

  @ParameterizedTest
  @CsvSource({"1, 768", "1, 1024", "2, 1536", "4, 4096", "8, 8192", "1, 24576"})
  void all_processes_together_take_no_more_than_there_is(int threads, long memory) {
    var heap = memory * MIB * 30 / 100;
    var budget = RenderBudget.of(threads, memory * MIB, heap, DISK);

    assertThat(budget.sum(threads, heap))
        .isLessThanOrEqualTo(memory * MIB)
        .isGreaterThan(memory * MIB * 95 / 100);
    assertThat(threads * (budget.quick().disk() + budget.thorough().disk())).isLessThan(DISK);
    assertThat(budget.thorough().heap()).isGreaterThan(budget.quick().heap());
    assertThat(budget.quick().last()).isFalse();
    assertThat(budget.thorough().last()).isTrue();
  }

  @Test
  void an_operator_with_too_little_memory_does_not_start_and_says_how_much_is_enough() {
    assertThatThrownBy(() -> RenderBudget.of(4, 768 * MIB, 230 * MIB, DISK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "render.threads: 4 needs resources.limits.memory of \\d+ MiB or more, not 768 MiB; .*");
    for (int threads = 1; threads < 10; threads++) {
      var least = least(threads);
      assertThat(RenderBudget.of(threads, least * MIB, least * MIB * 30 / 100, DISK))
          .isNotNull();
    }
  }

  private static long least(int threads) {
    try {
      RenderBudget.of(threads, 256 * MIB, 256 * MIB * 30 / 100, DISK);
      throw new AssertionError("256 MiB are enough");
    } catch (IllegalArgumentException e) {
      return Long.parseLong(e.getMessage().replaceAll(".*memory of (\\d+) MiB or more.*", "$1"));
    }
  }

  @Test
  void where_the_disk_is_small_so_are_the_limits() {
    var budget = RenderBudget.of(1, 768 * MIB, 230 * MIB, 128 * MIB);

    assertThat(budget.quick().disk()).isEqualTo(8 * MIB);
    assertThat(budget.thorough().disk()).isEqualTo(56 * MIB);
    assertThat(RenderBudget.of(1, 768 * MIB, 230 * MIB, 10 * MIB).thorough().disk())
        .isZero();
  }

  @Test
  void a_task_has_time_by_what_it_reads_and_never_more_than_three_minutes() {
    var limits = RenderBudget.of(1, 768 * MIB, 230 * MIB, DISK).thorough();

    assertThat(limits.cpu(0)).hasSeconds(30);
    assertThat(limits.cpu(60 * MIB)).hasSeconds(90);
    assertThat(limits.cpu(4096 * MIB)).hasMinutes(3);
  }
}
