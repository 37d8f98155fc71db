package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.observe.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The state diagrams of the architecture page have the phases of the API, and the arrows of the transition tables. */
class PhaseDiagramsTest {

  private static final Path PAGE = Path.of("..", "docs", "explanation", "architecture.md");
  private static final Pattern DIAGRAM =
      Pattern.compile("(?s)```mermaid\nstateDiagram-v2\n(.*?)```");
  private static final Pattern TRANSITION =
      Pattern.compile("(?m)^ +(\\S+) --> ([^\\s:]+)(?:: (.+))?$");

  @Test
  void the_first_shows_the_phases_of_a_job() throws IOException {
    assertThat(states(0))
        .isEqualTo(
            Arrays.stream(JobPhase.values()).map(JobPhase::word).collect(Collectors.toSet()));
    assertThat(endings(0))
        .isEqualTo(Arrays.stream(JobPhase.values())
            .filter(JobPhase::isTerminal)
            .map(JobPhase::word)
            .collect(Collectors.toSet()));
  }

  @Test
  void the_second_shows_the_phases_of_a_target() throws IOException {
    assertThat(states(1))
        .isEqualTo(Arrays.stream(RecordingPhase.values())
            .map(RecordingPhase::word)
            .collect(Collectors.toSet()));
    assertThat(endings(1))
        .isEqualTo(Arrays.stream(RecordingPhase.values())
            .filter(RecordingPhase::isTerminal)
            .map(RecordingPhase::word)
            .collect(Collectors.toSet()));
  }

  @Test
  void the_first_has_the_arrows_of_a_job() throws IOException {
    assertThat(arrows(0)).containsExactlyElementsOf(arrows(Transition.OF_JOB, JobPhase::word));
  }

  @Test
  void the_second_has_the_arrows_of_a_target() throws IOException {
    assertThat(arrows(1))
        .containsExactlyElementsOf(arrows(Transition.OF_TARGET, RecordingPhase::word));
  }

  private static <P> List<Transition<String>> arrows(
      List<Transition<P>> table, Function<P, String> word) {
    return table.stream()
        .map(row -> new Transition<>(state(row.from(), word), state(row.to(), word), row.words()))
        .toList();
  }

  private static <P> String state(P phase, Function<P, String> word) {
    return phase == null ? "[*]" : word.apply(phase);
  }

  private static List<Transition<String>> arrows(int diagram) throws IOException {
    return transitions(diagram).stream()
        .map(t -> new Transition<>(t.group(1), t.group(2), t.group(3)))
        .toList();
  }

  private static Set<String> states(int diagram) throws IOException {
    return transitions(diagram).stream()
        .flatMap(t -> List.of(t.group(1), t.group(2)).stream())
        .filter(state -> !state.equals("[*]"))
        .collect(Collectors.toSet());
  }

  private static Set<String> endings(int diagram) throws IOException {
    return transitions(diagram).stream()
        .filter(t -> t.group(2).equals("[*]"))
        .map(t -> t.group(1))
        .collect(Collectors.toSet());
  }

  private static List<MatchResult> transitions(int diagram) throws IOException {
    var body =
        DIAGRAM.matcher(Files.readString(PAGE)).results().toList().get(diagram).group(1);
    return TRANSITION.matcher(body).results().toList();
  }
}
