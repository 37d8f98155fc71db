package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormTokensTest {

  private static final Viewer ALICE = new Viewer("alice", "1", List.of("dev"), Map.of());

  private final SetClock clock = new SetClock(Jobs.START);
  private final FormTokens tokens = new FormTokens(clock);

  @Test
  void a_form_is_taken_from_the_one_to_whom_it_was_shown_and_from_nobody_else() {
    var token = tokens.issue(ALICE);

    assertThat(tokens.accepts(ALICE, token)).isTrue();
    assertThat(tokens.accepts(new Viewer("mallory", "1", List.of("dev"), Map.of()), token))
        .isFalse();
    assertThat(tokens.accepts(new Viewer("alice", "2", List.of("dev"), Map.of()), token))
        .as("another of that name")
        .isFalse();
    assertThat(new FormTokens(clock).accepts(ALICE, token))
        .as("after a restart")
        .isFalse();
  }

  @Test
  void it_ends_and_cannot_be_made_to_last_longer() {
    var token = tokens.issue(ALICE);
    var proof = token.substring(token.indexOf('.') + 1);

    for (var wrong : new String[] {
      null,
      "",
      ".",
      "9999999999.",
      "9999999999." + proof,
      token + "x",
      "99999999999999999999." + proof
    }) {
      assertThat(tokens.accepts(ALICE, wrong)).as(wrong).isFalse();
    }
    clock.forward(FormTokens.VALID);
    assertThat(tokens.accepts(ALICE, token)).isFalse();
  }
}
