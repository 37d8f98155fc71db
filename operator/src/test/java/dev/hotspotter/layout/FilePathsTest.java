package dev.hotspotter.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.GroupBy;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilePathsTest {

  @Test
  void a_job_that_chooses_nothing_has_flame_graphs_and_collapsed_stacks() {
    assertThat(FilePaths.of(Jobs.job(), Targets.succeeded("a")))
        .isEqualTo(Map.of(
            "cpu", Map.of("flamegraph", "a/app/cpu.html", "collapsed", "a/app/cpu.collapsed")));
    assertThat(FilePaths.ofRecordings(Jobs.job())).isEmpty();
  }

  @Test
  void a_target_has_what_was_chosen_and_its_collapsed_stacks_in_any_case() {
    assertThat(FilePaths.of(job(Format.OTLP, Format.HEATMAP), Targets.succeeded("a"))
            .get("cpu"))
        .containsExactly(
            Map.entry("heatmap", "a/app/cpu.heatmap.html"),
            Map.entry("collapsed", "a/app/cpu.collapsed"),
            Map.entry("otlp", "a/app/cpu.otlp"));
  }

  @Test
  void only_what_collapsed_stacks_cannot_tell_is_made_of_recordings() {
    assertThat(FilePaths.ofRecordings(job(Format.values())))
        .containsExactly(Format.HEATMAP, Format.PPROF, Format.OTLP);
  }

  private static ProfileJob job(Format... formats) {
    return Jobs.job(new ArtifactOptions(List.of(formats), GroupBy.NONE, null, null, null));
  }
}
