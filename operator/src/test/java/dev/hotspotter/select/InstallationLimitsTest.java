package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.SidecarOptions;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstallationLimitsTest {

  @ParameterizedTest(name = "kernelStacks {0}, {1} where kernelStacks {2} and {3} are allowed")
  @CsvSource({
    "false, 60s, false, PT1H, ",
    "true, 60s, true, PT1H, ",
    "true, 60s, false, PT1H, limits.allowKernelStacks",
    "false, 10m, false, PT10M, ",
    "false, 10m1s, false, PT10M, 'recordings of at most 10m, not 10m1s'",
    "false, 1h, false, PT1M30S, 'recordings of at most 1m30s, not 1h'",
  })
  void a_recording_is_what_the_installation_allows(
      boolean stacks, String duration, boolean allowed, Duration most, String words) {
    var job = job(
        RecordingBuilder.builder(Jobs.job().getSpec().recording())
            .kernelStacks(stacks)
            .duration(duration)
            .build(),
        null);

    check(new InstallationLimits(allowed, RootSidecars.POD, most, 1, 1, 1).refusal(job), words);
  }

  @ParameterizedTest(name = "pod says {0}, job says {1}, {2}")
  @CsvSource({
    "1000, , POD, ",
    "1000, , NEVER, ",
    "0, , POD, ",
    "0, , JOB, ",
    "0, , NEVER, limits.rootSidecars set to pod",
    ", 0, POD, limits.rootSidecars set to job",
    ", 0, JOB, ",
    ", 0, NEVER, limits.rootSidecars set to pod",
    ", 1000, POD, ",
    "1000, 0, POD, ",
    ", , NEVER, ",
  })
  void a_sidecar_is_root_only_where_the_pod_is(
      Long inPod, Long inJob, RootSidecars allowed, String words) {
    var security = inPod == null
        ? null
        : new PodSecurityContextBuilder()
            .withRunAsUser(inPod)
            .withRunAsGroup(inPod)
            .build();
    var container = new ContainerBuilder().withName("app").build();
    var pod = new PodBuilder()
        .withNewSpec()
        .withSecurityContext(security)
        .withContainers(container)
        .endSpec()
        .build();
    var job = job(
        Jobs.job().getSpec().recording(), inJob == null ? null : new SidecarOptions(inJob, inJob));

    check(
        new InstallationLimits(false, allowed, Duration.ofHours(1), 1, 1, 1)
            .refusal(job, pod, container),
        words);
  }

  private static void check(Optional<Refusal> refusal, String words) {
    assertThat(refusal.isPresent()).isEqualTo(words != null);
    refusal.ifPresent(why -> {
      assertThat(why.reason()).isEqualTo(Reasons.FORBIDDEN_BY_INSTALLATION);
      assertThat(why.message()).contains(words);
    });
  }

  private static ProfileJob job(
      dev.hotspotter.api.spec.Recording recording, SidecarOptions sidecar) {
    var job = Jobs.job();
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .recording(recording)
        .sidecar(sidecar)
        .build());
    return job;
  }
}
