package dev.hotspotter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetSelectionTest {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  @Test
  void the_only_container_of_a_running_pod_is_a_pending_target() {
    var target = select(Jobs.job(), PodFixtures.running("a").build());

    assertThat(target)
        .isEqualTo(
            new RecordingStatus(
                "a", "uid-a", "app", "worker-1", RecordingPhase.PENDING, null, null, null, null, null, null, null));
  }

  @Test
  void the_annotation_for_the_default_container_decides_between_several() {
    var pod = PodFixtures.running("a", "proxy", "app").editMetadata().addToAnnotations(DEFAULT_CONTAINER, "app").endMetadata();

    assertThat(select(Jobs.job(), pod.build()).container()).isEqualTo("app");
  }

  @Test
  void target_container_wins_over_the_annotation() {
    var pod = PodFixtures.running("a", "proxy", "app").editMetadata().addToAnnotations(DEFAULT_CONTAINER, "proxy").endMetadata();

    var target = select(wanting("app"), pod.build());

    assertThat(target.container()).isEqualTo("app");
    assertThat(target.phase()).isEqualTo(RecordingPhase.PENDING);
  }

  @Test
  void several_containers_without_a_default_are_ambiguous_and_named() {
    assertRefused(
        select(Jobs.job(), PodFixtures.running("a", "web", "proxy").build()), Reasons.CONTAINER_AMBIGUOUS, "web, proxy");
  }

  @Test
  void an_unknown_container_is_refused_with_the_ones_there_are() {
    assertRefused(
        select(wanting("jvm"), PodFixtures.running("a", "web", "proxy").build()),
        Reasons.CONTAINER_NOT_FOUND,
        "no container jvm; target.container can be one of web, proxy");
  }

  @Test
  void an_annotation_that_names_no_container_is_refused_as_well() {
    var pod = PodFixtures.running("a").editMetadata().addToAnnotations(DEFAULT_CONTAINER, "gone").endMetadata();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.CONTAINER_NOT_FOUND, "no container gone");
  }

  @Test
  void a_pod_that_is_still_pending_is_refused() {
    var pod = PodFixtures.running("a").editStatus().withPhase("Pending").endStatus();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.POD_NOT_RUNNING, "pod phase Pending");
  }

  @Test
  void a_pod_without_a_status_is_refused() {
    assertRefused(
        select(Jobs.job(), PodFixtures.running("a").withStatus(null).build()), Reasons.POD_NOT_RUNNING, "pod phase unknown");
  }

  @Test
  void a_pod_on_its_way_out_is_refused() {
    var pod = PodFixtures.running("a").editMetadata().withDeletionTimestamp("2026-11-21T09:59:58Z").endMetadata();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.POD_NOT_RUNNING, "container app is not running");
  }

  @Test
  void a_container_that_waits_in_a_running_pod_is_refused() {
    var pod =
        PodFixtures.running("a").editStatus().editFirstContainerStatus()
            .withState(PodFixtures.waiting("CrashLoopBackOff", "back-off 5m0s")).endContainerStatus().endStatus();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.POD_NOT_RUNNING, "container app is not running");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void finished_pods_are_left_out(String phase) {
    var pod = PodFixtures.running("a").editStatus().withPhase(phase).endStatus();

    assertThat(TargetSelection.select(Jobs.job(), List.of(pod.build()))).isEmpty();
  }

  @Test
  void a_pod_in_the_nodes_pid_namespace_is_refused() {
    var pod = PodFixtures.running("a").editSpec().withHostPID(true).endSpec();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.PID_NAMESPACE_SHARED, "hostPID");
  }

  @Test
  void containers_that_share_their_processes_are_refused() {
    var pod = PodFixtures.running("a", "app", "proxy").editSpec().withShareProcessNamespace(true).endSpec();

    assertRefused(select(wanting("app"), pod.build()), Reasons.PID_NAMESPACE_SHARED, "shareProcessNamespace");
  }

  @Test
  void a_container_that_shares_its_processes_with_no_other_is_a_target() {
    var pod = PodFixtures.running("a").editSpec().withShareProcessNamespace(true).endSpec();

    assertThat(select(Jobs.job(), pod.build()).phase()).isEqualTo(RecordingPhase.PENDING);
  }

  @Test
  void a_container_of_unknown_identity_is_refused() {
    var pod = PodFixtures.running("a").editStatus().editFirstContainerStatus().withUser(null).endContainerStatus().endStatus();

    assertRefused(select(Jobs.job(), pod.build()), Reasons.IDENTITY_UNKNOWN, "runAsUser");
  }

  @Test
  void a_pod_that_a_recording_could_have_evicted_is_refused() {
    var pod = PodFixtures.limited("a", "20Mi").build();

    assertRefused(select(Jobs.job(), pod), Reasons.STORAGE_LIMIT_TOO_LOW, "raise the sum to 32Mi");
  }

  @Test
  void targets_are_in_the_order_of_their_names_whatever_the_api_server_lists_first() {
    var pods = Stream.of("c", "a", "b").map(name -> PodFixtures.running(name).build()).toList();

    assertThat(TargetSelection.select(Jobs.job(), pods)).extracting(RecordingStatus::pod).containsExactly("a", "b", "c");
  }

  private static ProfileJob wanting(String container) {
    return Jobs.job(container, new Recording("60s", List.of(Event.CPU), "10ms"), 10, null);
  }

  private static RecordingStatus select(ProfileJob job, Pod pod) {
    var targets = TargetSelection.select(job, List.of(pod));
    assertThat(targets).hasSize(1);
    return targets.getFirst();
  }

  private static void assertRefused(RecordingStatus target, String reason, String words) {
    assertThat(target.phase()).isEqualTo(RecordingPhase.FAILED);
    assertThat(target.reason()).isEqualTo(reason);
    assertThat(target.message()).contains(words);
  }
}
