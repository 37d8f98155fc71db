package dev.hotspotter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.JfrProfile;
import dev.hotspotter.api.RecordingBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Reported;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswersTest {

  @ParameterizedTest
  @EnumSource(Event.class)
  void these_events_have_answers(Event event) {
    assertThat(Answers.areIn(Jobs.recording(event))).isEqualTo(event == Event.WALL || event == Event.LOCK || event == Event.TRACE);
  }

  @Test
  void so_have_the_jvms_own() {
    assertThat(Answers.areIn(RecordingBuilder.builder(Jobs.recording(Event.CPU)).jfrSync(JfrProfile.DEFAULT).build())).isTrue();
  }

  @Test
  void those_of_one_target_can_be_read_again() throws IOException {
    var json = new ObjectMapper();

    assertThat(json.readValue(json.writeValueAsString(Reported.answers()), Answers.class)).isEqualTo(Reported.answers());
  }

  @Test
  void what_only_one_target_answers_stands_for_both() {
    var nothing = new Answers(1_000, null, null, null, null);

    assertThat(nothing.plus(Reported.answers()).threads()).isEqualTo(Reported.answers().threads());
    assertThat(Reported.answers().plus(nothing).calls()).isEqualTo(Reported.answers().calls());
  }
}
