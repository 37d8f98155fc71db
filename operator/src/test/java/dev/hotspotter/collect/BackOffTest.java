package dev.hotspotter.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackOffTest {

  private final SetClock clock = new SetClock(Jobs.START);
  private final BackOff backOff = new BackOff(clock);

  @Test
  void what_was_never_tried_is_not_held() {
    assertThat(backOff.holds("a")).isFalse();
  }

  @Test
  void each_failure_holds_longer_and_none_for_more_than_half_a_minute() {
    assertThat(LongStream.range(0, 9).mapToObj(i -> secondsHeld("a")).toList())
        .isEqualTo(List.of(1L, 1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L));
  }

  @Test
  void one_key_does_not_hold_another_and_success_begins_anew() {
    secondsHeld("a");
    secondsHeld("a");
    secondsHeld("a");
    assertThat(secondsHeld("b")).isEqualTo(1);

    backOff.after("a", true);

    assertThat(backOff.holds("a")).isFalse();
    assertThat(secondsHeld("a")).isEqualTo(1);
  }

  private long secondsHeld(String key) {
    backOff.after(key, false);
    var seconds = 0;
    for (; backOff.holds(key); seconds++) {
      clock.forward(Duration.ofSeconds(1));
    }
    return seconds;
  }
}
