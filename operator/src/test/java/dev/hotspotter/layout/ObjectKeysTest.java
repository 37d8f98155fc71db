package dev.hotspotter.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import org.junit.jupiter.api.Test;

class ObjectKeysTest {

  private static final String FOLDER = "shop/checkout-cpu-1f0c3a5e/";

  @Test
  void a_jobs_folder_holds_namespace_name_and_the_first_eight_characters_of_the_uid() {
    assertThat(ObjectKeys.folder(Jobs.job())).isEqualTo(FOLDER);
  }

  @Test
  void a_target_has_a_folder_of_its_own_for_recording_and_graphs() {
    var target = Targets.pending("notifier-1");

    assertThat(ObjectKeys.recording(Jobs.job(), target))
        .isEqualTo(FOLDER + "notifier-1/app/recording.jfr");
    assertThat(ObjectKeys.below(target, Event.CPU, Format.FLAMEGRAPH))
        .isEqualTo("notifier-1/app/cpu.html");
    assertThat(ObjectKeys.collapsed(Jobs.job(), target, Event.ALLOC))
        .isEqualTo(FOLDER + "notifier-1/app/alloc.collapsed");
    assertThat(ObjectKeys.below(target, "x.html")).isEqualTo("notifier-1/app/x.html");
  }

  @Test
  void what_is_made_over_all_targets_is_in_merged() {
    assertThat(ObjectKeys.mergedFlameGraph(Event.WALL)).isEqualTo("merged/wall.html");
    assertThat(ObjectKeys.REPORT).isEqualTo("merged/report.json");
  }

  @Test
  void a_files_name_says_event_and_format() {
    var target = Targets.pending("notifier-1");

    assertThat(ObjectKeys.below(target, Event.CACHE_MISSES, Format.HEATMAP))
        .isEqualTo("notifier-1/app/cache-misses.heatmap.html");
    assertThat(ObjectKeys.merged(Event.CPU, Format.PPROF)).isEqualTo("merged/cpu.pb.gz");
    assertThat(ObjectKeys.merged(Event.CPU, Format.OTLP)).isEqualTo("merged/cpu.otlp");
    assertThat(ObjectKeys.merged(Event.WALL, Format.GRAFANA)).isEqualTo("merged/wall.grafana.json");
    for (var format : Format.values()) {
      assertThat(ObjectKeys.merged(Event.CPU, format))
          .isNotEqualTo(ObjectKeys.differentialFlameGraph(Event.CPU));
    }
    assertThat(
            ObjectKeys.folder(Jobs.job()) + ObjectKeys.below(target, Event.CPU, Format.FLAMEGRAPH))
        .as("one name for one file")
        .isEqualTo(FOLDER + "notifier-1/app/cpu.html");
    assertThat(ObjectKeys.below(target, Event.CPU, Format.COLLAPSED))
        .isEqualTo(ObjectKeys.collapsed("notifier-1", "app", Event.CPU));
    assertThat(ObjectKeys.merged(Event.CPU, Format.FLAMEGRAPH))
        .isEqualTo(ObjectKeys.mergedFlameGraph(Event.CPU));
  }

  @Test
  void a_later_job_of_the_same_name_has_another_folder() {
    var later = Jobs.job();
    later.getMetadata().setUid("ffffffff-7d24-4c0b-9c55-0d6e8f1a2b3c");

    assertThat(ObjectKeys.folder(later))
        .isEqualTo("shop/checkout-cpu-ffffffff/")
        .isNotEqualTo(FOLDER);
  }
}
