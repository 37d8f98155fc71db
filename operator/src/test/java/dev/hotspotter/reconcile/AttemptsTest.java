package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.testing.Jobs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator that dies leaves its attempt open; the next one has an Attempts of its own over the same folder. */
class AttemptsTest {

  private static final ProfileJob JOB = Jobs.job();

  @TempDir Path folder;

  @Test
  void what_the_operator_died_of_twice_is_not_tried_again_not_even_after_another_restart() throws Exception {
    new Attempts(folder).begin(JOB, "a/app");
    new Attempts(folder).begin(JOB, "a/app");

    for (int restart = 0; restart < 2; restart++) {
      assertThatThrownBy(() -> new Attempts(folder).begin(JOB, "a/app"))
          .isInstanceOf(BadRecordingException.class)
          .hasMessageContaining("the operator ended twice while it rendered this")
          .hasMessageContaining("raise resources.limits.memory");
    }
  }

  @Test
  void an_attempt_that_the_operator_outlives_does_not_count() throws Exception {
    for (int i = 0; i < 3; i++) {
      new Attempts(folder).begin(JOB, "a/app").close();
    }

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void another_recording_is_not_blamed() throws Exception {
    new Attempts(folder).begin(JOB, "a/app");
    new Attempts(folder).begin(JOB, "a/app");

    new Attempts(folder).begin(JOB, "b/app").close();
  }

  @Test
  void what_was_under_way_when_the_operator_died_is_tried_alone() throws Exception {
    var died = new Attempts(folder);
    died.begin(JOB, "a/app");
    died.begin(JOB, "b/app");
    var attempts = new Attempts(folder);
    var suspect = attempts.begin(JOB, "a/app");

    var other = Thread.ofPlatform().start(() -> {
      try {
        attempts.begin(JOB, "b/app").close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });

    await().until(() -> other.getState() == Thread.State.WAITING);
    suspect.close();
    other.join();
    assertThat(folder).isEmptyDirectory();
  }
}
