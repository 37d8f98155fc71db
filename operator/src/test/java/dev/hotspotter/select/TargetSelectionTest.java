package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetSelectionTest {

  @Test
  void the_only_container_of_a_running_pod_is_a_pending_target() {
    assertThat(select(Jobs.job(), PodFixtures.running("a").build()).targets())
        .containsExactly(RecordingStatusBuilder.builder()
            .pod("a")
            .podUID("uid-a")
            .container("app")
            .node("worker-1")
            .phase(RecordingPhase.PENDING)
            .build());
  }

  @Test
  void the_pods_version_is_remembered_because_the_pod_may_be_gone_later() {
    var pod = PodFixtures.running("a")
        .editMetadata()
        .addToLabels("app.kubernetes.io/version", "2.14.0")
        .endMetadata()
        .build();

    assertThat(select(Jobs.job(), pod).targets())
        .extracting(RecordingStatus::version, RecordingStatus::group)
        .containsExactly(tuple("2.14.0", null));
  }

  @Test
  void each_container_is_a_target_of_its_own() {
    assertThat(
            select(Jobs.job(), PodFixtures.running("a", "web", "proxy").build()).targets())
        .extracting(RecordingStatus::container)
        .containsExactly("web", "proxy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void finished_pods_do_not_match(String phase) {
    var selection = select(
        Jobs.job(),
        PodFixtures.running("a").editStatus().withPhase(phase).endStatus().build());

    assertThat(selection.matched()).isZero();
    assertThat(selection.ineligible()).isEmpty();
  }

  @Test
  void pods_that_cannot_be_profiled_are_told_by_reason_with_the_first_names() {
    var pods = Stream.concat(
        IntStream.range(0, 5).mapToObj(i -> notReady("late-" + i)),
        Stream.of(
            PodFixtures.running("good").build(),
            PodFixtures.running("shy")
                .editMetadata()
                .addToAnnotations("hotspotter.dev/profile", "false")
                .endMetadata()
                .build()));

    var selection = select(Jobs.job(), pods.toArray(Pod[]::new));

    assertThat(selection.matched()).isEqualTo(7);
    assertThat(selection.eligible()).isEqualTo(1);
    assertThat(selection.targets()).extracting(RecordingStatus::pod).containsExactly("good");
    assertThat(selection.ineligible())
        .extracting(Ineligible::reason, Ineligible::count)
        .containsExactly(tuple(Reasons.POD_NOT_READY, 5), tuple(Reasons.OPTED_OUT, 1));
    assertThat(selection.ineligible().getFirst().pods())
        .containsExactly("late-0", "late-1", "late-2");
  }

  @Test
  void a_named_pod_that_does_not_exist_is_told() {
    var job = Jobs.job(TargetBuilder.builder(Jobs.target(null))
        .selector(null)
        .pods(List.of("a", "b"))
        .build());

    var selection = select(job, PodFixtures.running("a").build());

    assertThat(selection.targets()).extracting(RecordingStatus::pod).containsExactly("a");
    assertThat(selection.ineligible()).singleElement().satisfies(none -> {
      assertThat(none.reason()).isEqualTo(Reasons.POD_NOT_FOUND);
      assertThat(none.message()).contains("no pod b in namespace shop");
    });
  }

  @Test
  void a_named_pod_that_has_ended_is_told() {
    var job = Jobs.job(TargetBuilder.builder(Jobs.target(null))
        .selector(null)
        .pods(List.of("done"))
        .build());

    var selection = select(
        job,
        PodFixtures.running("done")
            .editStatus()
            .withPhase("Succeeded")
            .endStatus()
            .build());

    assertThat(selection.ineligible())
        .extracting(Ineligible::reason)
        .containsExactly(Reasons.POD_NOT_RUNNING);
  }

  @Test
  void a_pod_that_would_carry_too_many_ephemeral_containers_is_told() {
    var pod = PodFixtures.running("a", "app", "proxy")
        .editSpec()
        .addNewEphemeralContainer()
        .withName("debugger")
        .endEphemeralContainer()
        .endSpec();

    var selection = TargetSelection.select(
        Jobs.job(),
        new PodLookup.Found("app=notifier", List.of(pod.build())),
        Map::of,
        Jobs.rules(2));

    assertThat(selection.ineligible())
        .extracting(Ineligible::reason)
        .containsExactly(Reasons.TOO_MANY_EPHEMERAL_CONTAINERS);
  }

  @Test
  void zones_are_asked_for_only_to_choose() {
    assertThat(TargetSelection.select(
                Jobs.job(),
                new PodLookup.Found(
                    "app=notifier", List.of(PodFixtures.running("a").build())),
                () -> {
                  throw new AssertionError("nothing is to be chosen");
                },
                Jobs.rules(60))
            .targets())
        .hasSize(1);
  }

  @Test
  void targets_are_in_the_order_of_their_names_whatever_was_chosen_first() {
    var pods =
        Stream.of("c", "a", "b").map(name -> PodFixtures.running(name).build()).toArray(Pod[]::new);

    assertThat(select(Jobs.job(), pods).targets())
        .extracting(RecordingStatus::pod)
        .containsExactly("a", "b", "c");
  }

  @Test
  void the_seed_is_told_only_when_there_was_a_random_choice() {
    var pods = IntStream.range(0, 12)
        .mapToObj(i -> PodFixtures.running("pod-" + i).build())
        .toArray(Pod[]::new);

    assertThat(select(sampling(new Sample("3", Sample.Order.Random, 42L)), pods).seed())
        .isEqualTo(42);
    assertThat(
            select(sampling(new Sample("12", Sample.Order.Random, 42L)), pods).seed())
        .isNull();
    assertThat(
            select(sampling(new Sample("3", Sample.Order.Newest, null)), pods).seed())
        .isNull();
  }

  @Test
  void ten_of_five_thousand() {
    var pods = IntStream.range(0, 5_000)
        .mapToObj(i -> PodFixtures.running("pod-" + i).build())
        .toArray(Pod[]::new);

    var selection = select(Jobs.job(), pods);

    assertThat(selection.matched()).isEqualTo(5_000);
    assertThat(selection.pods()).isEqualTo(10);
    assertThat(selection.targets()).hasSize(10);
  }

  @Test
  void targets_and_job_have_the_images_and_those_that_were_recorded_before_are_known() {
    var pods = Stream.of("a", "b", "c")
        .map(name -> PodFixtures.running(name)
            .editStatus()
            .editFirstContainerStatus()
            .withImageID("notifier@sha256:" + (name.equals("c") ? "2" : "1"))
            .endContainerStatus()
            .endStatus()
            .build())
        .toList();
    var selection = TargetSelection.select(
        Jobs.job(),
        new PodLookup.Found("app=notifier", pods),
        Map::of,
        new TargetSelection.Rules(
            60, 1, (pod, container) -> Optional.empty(), Set.of("sha256:2"), Jobs.START));

    assertThat(selection.targets())
        .extracting(RecordingStatus::imageID)
        .containsExactly("sha256:1", "sha256:1", "sha256:2");
    assertThat(selection.images())
        .containsExactly(
            new ImageStatus("sha256:1", "sha256:1", false, 2, 0, 0),
            new ImageStatus("sha256:2", "sha256:2", true, 1, 0, 0));
    assertThat(selection.waves())
        .as("three on a node of one place, after the first")
        .isEqualTo(4);
    assertThat(selection.mostOnOneNode()).isEqualTo(1);
  }

  private static Pod notReady(String name) {
    return PodFixtures.running(name).editStatus().withConditions().endStatus().build();
  }

  private static ProfileJob sampling(Sample sample) {
    return Jobs.job(TargetBuilder.builder(Jobs.target(null)).sample(sample).build());
  }

  private static Selection select(ProfileJob job, Pod... pods) {
    return TargetSelection.select(
        job, new PodLookup.Found("app=notifier", List.of(pods)), Map::of, Jobs.rules(60));
  }
}
