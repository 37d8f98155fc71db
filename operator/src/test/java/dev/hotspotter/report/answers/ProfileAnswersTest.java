package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Reported;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileAnswersTest {

  @ParameterizedTest
  @EnumSource(Event.class)
  void these_events_have_answers(Event event) {
    assertThat(ProfileAnswers.areIn(Jobs.recording(event)))
        .isEqualTo(
            event.isEngine() || event == Event.WALL || event == Event.LOCK || event == Event.TRACE);
  }

  @Test
  void so_have_the_jvms_own() {
    assertThat(ProfileAnswers.areIn(RecordingBuilder.builder(Jobs.recording(Event.ALLOC))
            .jfrSync(JfrProfile.DEFAULT)
            .build()))
        .isTrue();
  }

  @Test
  void those_of_one_target_can_be_read_again() throws IOException {
    var json = new ObjectMapper();

    assertThat(json.readValue(json.writeValueAsString(Reported.answers()), ProfileAnswers.class))
        .isEqualTo(Reported.answers());
  }

  @Test
  void what_only_one_target_answers_stands_for_both() {
    var nothing = new ProfileAnswers(1_000, null, null, null, null, null);

    assertThat(nothing.plus(Reported.answers()).threads())
        .isEqualTo(Reported.answers().threads());
    assertThat(Reported.answers().plus(nothing).calls())
        .isEqualTo(Reported.answers().calls());
    assertThat(Reported.answers().plus(nothing).inlined())
        .isEqualTo(Reported.answers().inlined());
  }

  @Test
  void samples_in_inlined_methods_are_added_up_by_event_and_method() {
    var a = with(Map.of(
        "cpu",
        InlinedCode.of(100, 40, 10, frames("x", 30, "y", 10)),
        "wall",
        InlinedCode.of(5, 0, 0, List.of())));
    var b = with(Map.of("cpu", InlinedCode.of(300, 60, 0, frames("y", 35, "z", 25))));

    assertThat(a.plus(b).inlined())
        .containsEntry("cpu", InlinedCode.of(400, 100, 10, frames("y", 45, "x", 30, "z", 25)))
        .containsEntry("wall", InlinedCode.of(5, 0, 0, List.of()));
    assertThat(a.plus(b).inlined().get("cpu").names()).isEqualTo("y, x, z");
    assertThat(a.plus(b).inlined().get("cpu").percent(10)).isEqualTo("2.5 %");
  }

  private static ProfileAnswers with(Map<String, InlinedCode> inlined) {
    return new ProfileAnswers(1_000, null, null, null, null, inlined);
  }

  private static List<InlinedCode.Frame> frames(Object... namesAndSamples) {
    return IntStream.range(0, namesAndSamples.length / 2)
        .mapToObj(i -> new InlinedCode.Frame(
            (String) namesAndSamples[2 * i], (int) namesAndSamples[2 * i + 1]))
        .toList();
  }
}
