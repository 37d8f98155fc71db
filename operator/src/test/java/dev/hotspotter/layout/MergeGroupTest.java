package dev.hotspotter.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.GroupBy;
import dev.hotspotter.select.PodLookup;
import dev.hotspotter.select.TargetSelection;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeGroupTest {

  private static final String ZONE = "topology.kubernetes.io/zone";

  private static final Pod POD = PodFixtures.running("notifier-1")
      .editMetadata()
      .addToLabels(Map.of("app.kubernetes.io/version", "2.14.0", "team", "mail", "empty", ""))
      .endMetadata()
      .build();

  @ParameterizedTest(name = "by {0} {1}")
  @CsvSource({
    "NONE, , , , ",
    "POD, , , notifier-1, by pod",
    "NODE, , , worker-1, by node",
    "VERSION, , 2.14.0, 2.14.0, by version",
    "LABEL, team, mail, mail, by team",
    "LABEL, other, , [no other], by other",
    "LABEL, empty, , [no empty], by empty",
    "LABEL, topology.kubernetes.io/zone, zone-a, zone-a, by topology.kubernetes.io/zone",
  })
  void what_is_remembered_of_a_pod_becomes_the_frame(
      GroupBy groupBy, String label, String group, String frame, String title) {
    var job = job(groupBy, label);

    var remembered = MergeGroup.of(job, POD, Map.of("worker-1", "zone-a"));
    assertThat(remembered.orElse(null)).isEqualTo(group);
    var target = RecordingStatusBuilder.builder(Targets.succeeded("notifier-1"))
        .group(group)
        .build();
    assertThat(MergeGroup.frame(job, target).orElse(null)).isEqualTo(frame);
    assertThat(MergeGroup.title(job).orElse(null)).isEqualTo(title);
  }

  @Test
  void a_pods_own_zone_comes_before_that_of_its_node_and_a_node_may_have_none() {
    var pod = PodFixtures.running("a")
        .editMetadata()
        .addToLabels(ZONE, "zone-b")
        .endMetadata()
        .build();

    assertThat(MergeGroup.of(job(GroupBy.LABEL, ZONE), pod, Map.of("worker-1", "zone-a")))
        .contains("zone-b");
    assertThat(MergeGroup.of(job(GroupBy.LABEL, ZONE), POD, Map.of())).isEmpty();
  }

  @Test
  void a_pod_without_labels_has_no_group() {
    assertThat(
            MergeGroup.of(job(GroupBy.VERSION, null), PodFixtures.running("a").build(), Map.of()))
        .isEmpty();
  }

  @Test
  void every_target_keeps_the_value_that_its_pod_had_when_it_was_chosen() {
    var selection = TargetSelection.select(
        job(GroupBy.VERSION, null),
        new PodLookup.Found(
            "app=notifier", List.of(POD, PodFixtures.running("old").build())),
        Map::of,
        Jobs.rules(60));

    assertThat(selection.targets())
        .extracting("pod", "group")
        .containsExactly(tuple("notifier-1", "2.14.0"), tuple("old", null));
  }

  @Test
  void zones_are_asked_for_to_merge_by_them() {
    var selection = TargetSelection.select(
        job(GroupBy.LABEL, ZONE),
        new PodLookup.Found("app=notifier", List.of(POD)),
        () -> Map.of("worker-1", "zone-a"),
        Jobs.rules(60));

    assertThat(selection.targets()).singleElement().extracting("group").isEqualTo("zone-a");
  }

  private static ProfileJob job(GroupBy groupBy, String label) {
    return Jobs.job(new ArtifactOptions(List.of(Format.FLAMEGRAPH), groupBy, label, null, null));
  }
}
