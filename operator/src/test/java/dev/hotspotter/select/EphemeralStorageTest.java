package dev.hotspotter.select;

import static dev.hotspotter.testing.PodFixtures.limited;
import static dev.hotspotter.testing.PodFixtures.running;
import static dev.hotspotter.testing.PodFixtures.storage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.RecordingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EphemeralStorageTest {

  private static final long MEBIBYTE = 1L << 20;
  private static final Recording PLAIN = RecordingBuilder.builder().build();
  private static final Recording SYNC =
      RecordingBuilder.builder().jfrSync(JfrProfile.DEFAULT).build();

  @Test
  void a_pod_without_any_limit_has_room_for_every_recording() {
    assertThat(room(running("a"))).isEmpty();
    assertThat(shortage(running("a"))).isEmpty();
  }

  @ParameterizedTest(name = "{0} + {1} → a recording of {2} MiB")
  @CsvSource({"40Mi,, 10", ",40Mi, 10", "40Mi,60Mi, 25", "8Gi,, 2048", "0,, 0"})
  void a_recording_may_have_a_quarter_of_the_sum_to_which_a_container_without_a_limit_adds_nothing(
      String first, String second, long mebibytes) {
    assertThat(room(limited("a", first, second))).contains(mebibytes * MEBIBYTE);
  }

  @ParameterizedTest(
      name =
          "app {0}, a sidecar of the application''s {1}, an init container {2} → a recording of {3} MiB")
  @CsvSource({
    "40Mi,60Mi,, 25",
    ",60Mi,, 15",
    "40Mi,,100Mi, 25",
    ",,100Mi, 25",
    "100Mi,,40Mi, 25",
    ",40Mi,100Mi, 25"
  })
  void init_containers_count_as_the_kubelet_counts_them(
      String app, String restarting, String init, long mebibytes) {
    var pod = limited("a", app);
    addInit(pod, "Always", restarting);
    addInit(pod, null, init);

    assertThat(room(pod)).contains(mebibytes * MEBIBYTE);
  }

  @ParameterizedTest
  @CsvSource({"20Mi, 'limits, 20Mi;'", "33554431, 'limits, 33554431;'", "0, 'limits, 0Mi;'"})
  void a_pod_that_has_no_room_for_a_small_recording_is_short_of_storage(
      String limit, String words) {
    assertThat(shortage(limited("a", null, limit)))
        .hasValueSatisfying(message -> assertThat(message)
            .contains(words)
            .contains("needs 8Mi")
            .contains("raise the sum to 32Mi or remove the limits"));
  }

  @Test
  void a_pod_with_just_enough_is_not() {
    assertThat(shortage(limited("a", "32Mi"))).isEmpty();
  }

  @Test
  void
      a_target_whose_own_limit_the_profilers_library_could_exceed_is_short_of_storage_whatever_the_others_may_use() {
    assertThat(shortage(limited("a", "2Mi", "1Gi")))
        .hasValueSatisfying(message -> assertThat(message)
            .contains("/tmp of container app")
            .contains("its limit of ephemeral-storage is 2Mi")
            .contains("raise it to 8Mi"));
    assertThat(shortage(limited("a", "8Mi", "1Gi"))).isEmpty();
    assertThat(shortage(limited("a", null, "1Gi"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/tmp, 1Mi, true",
    "/tmp/, 7Mi, true",
    "/tmp, 8Mi, false",
    "/tmp, 0, false",
    "/tmp,, false",
    "/cache, 1Mi, false"
  })
  void an_empty_dir_on_tmp_must_have_room_for_the_library(
      String path, String sizeLimit, boolean isShort) {
    assertThat(shortage(mounting(running("a"), path, sizeLimit)).isPresent()).isEqualTo(isShort);
  }

  @Test
  void the_targets_own_limit_does_not_matter_to_a_library_in_a_volume() {
    assertThat(shortage(mounting(limited("a", "2Mi", "1Gi"), "/tmp", null))).isEmpty();
  }

  private static PodBuilder mounting(PodBuilder pod, String path, String sizeLimit) {
    return pod.editSpec()
        .addNewVolume()
        .withName("v")
        .withNewEmptyDir()
        .withSizeLimit(sizeLimit == null ? null : new Quantity(sizeLimit))
        .endEmptyDir()
        .endVolume()
        .editFirstContainer()
        .addNewVolumeMount()
        .withName("v")
        .withMountPath(path)
        .endVolumeMount()
        .endContainer()
        .endSpec();
  }

  private static void addInit(PodBuilder pod, String restartPolicy, String limit) {
    pod.editSpec()
        .addNewInitContainer()
        .withName("init")
        .withRestartPolicy(restartPolicy)
        .withResources(limit == null ? null : storage(limit))
        .endInitContainer()
        .endSpec();
  }

  @ParameterizedTest(name = "an emptyDir of {0} on /tmp, {1} in all → a recording of {2} MiB")
  @CsvSource({"40Mi,, 10", "40Mi,100Mi, 10", "400Mi,100Mi, 25", ",100Mi, 25"})
  void what_the_jvm_itself_records_may_have_a_quarter_of_tmp(
      String sizeLimit, String limit, long mebibytes) {
    var pod = mounting(limited("a", limit), "/tmp", sizeLimit).build();

    assertThat(EphemeralStorage.forRecording(
            SYNC, pod, pod.getSpec().getContainers().getFirst()))
        .contains(mebibytes * MEBIBYTE);
  }

  @ParameterizedTest
  @CsvSource({"8Mi, true", "31Mi, true", "32Mi, false", ", false"})
  void a_tmp_without_room_for_what_the_jvm_itself_records_is_too_small(
      String sizeLimit, boolean isShort) {
    var pod = mounting(running("a"), "/tmp", sizeLimit).build();

    var shortage =
        EphemeralStorage.shortage(SYNC, pod, pod.getSpec().getContainers().getFirst());

    assertThat(shortage.isPresent()).isEqualTo(isShort);
    shortage.ifPresent(words ->
        assertThat(words).contains("raise it to 32Mi or remove it, or record without jfrSync"));
  }

  private static Optional<Long> room(PodBuilder builder) {
    Pod pod = builder.build();
    return EphemeralStorage.forRecording(
        PLAIN, pod, pod.getSpec().getContainers().getFirst());
  }

  private static Optional<String> shortage(PodBuilder builder) {
    Pod pod = builder.build();
    return EphemeralStorage.shortage(PLAIN, pod, pod.getSpec().getContainers().getFirst());
  }
}
