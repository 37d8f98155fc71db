package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.FirstContact.StartException;
import dev.hotspotter.StartCheck.Problem;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstContactTest {

  private final SetClock clock = new SetClock(Jobs.START);
  private final List<String> states = new ArrayList<>();

  @ParameterizedTest(name = "after answers of {0}, {1} s apart, the start {2}")
  @CsvSource({
    "ok, 1, goes on",
    "refused, 1, ends",
    "away away ok, 20, goes on",
    "away refused ok, 20, goes on",
    "away refused refused, 20, ends",
    "away refused, 31, ends",
    "away refused away refused ok, 20, goes on",
  })
  void a_refusal_counts_unless_the_server_was_away_just_now(
      String answers, int seconds, String outcome) {
    Queue<String> script = new ArrayDeque<>(List.of(answers.split(" ")));
    var contact = new FirstContact[1];
    contact[0] = new FirstContact(
        () -> {
          states.add(contact[0].state());
          clock.forward(Duration.ofSeconds(seconds));
          return problem(script.remove());
        },
        clock);

    if (outcome.equals("ends")) {
      assertThatThrownBy(contact[0]::await)
          .isInstanceOf(StartException.class)
          .hasMessage("refused");
    } else {
      contact[0].await();
    }

    assertThat(script).isEmpty();
    assertThat(states.getFirst()).contains("has not read all ProfileJobs");
    assertThat(states.subList(1, states.size()))
        .as("what it waits for")
        .containsExactlyElementsOf(List.of(answers.split(" ")).subList(0, states.size() - 1));
  }

  private static Optional<Problem> problem(String answer) {
    return answer.equals("ok")
        ? Optional.empty()
        : Optional.of(new Problem(answer, answer.equals("away")));
  }
}
