package dev.hotspotter.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {

  @TempDir
  Path parent;

  @Test
  void what_a_killed_operator_left_is_deleted_and_nothing_else() throws Exception {
    var left = Files.createDirectory(parent.resolve("render-1234"));
    Files.writeString(left.resolve("recording.jfr"), "half");
    var other = Files.createDirectory(parent.resolve("other"));

    WorkFolder.deleteLeftovers(parent);

    assertThat(parent).isDirectoryNotContaining(path -> path.equals(left));
    assertThat(other).exists();
  }

  @Test
  void a_folder_that_cannot_be_read_does_not_keep_the_operator_from_starting() {
    WorkFolder.deleteLeftovers(parent.resolve("none"));
  }
}
