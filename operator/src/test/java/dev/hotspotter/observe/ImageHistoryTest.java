package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageHistoryTest {

  private static final ProfileJob NEW = Jobs.job(Event.CPU, Event.ALLOC);
  private static final String DIGEST = "sha256:9f86";

  @Test
  void an_image_is_recorded_if_a_finished_job_had_all_events_and_harmed_none() {
    assertThat(recorded(job("shop", JobPhase.SUCCEEDED, image(3, 0), Event.CPU, Event.ALLOC)))
        .isTrue();
    assertThat(recorded(
            job("billing", JobPhase.SUCCEEDED, image(1, 0), Event.CPU, Event.ALLOC, Event.LOCK)))
        .as("in another namespace, with more events")
        .isTrue();
    assertThat(recorded(job("shop", JobPhase.SUCCEEDED, image(3, 0), Event.CPU)))
        .isFalse();
    assertThat(recorded(job("shop", JobPhase.RUNNING, image(3, 0), Event.CPU, Event.ALLOC)))
        .isFalse();
    assertThat(recorded(job("shop", JobPhase.SUCCEEDED, image(2, 1), Event.CPU, Event.ALLOC)))
        .isFalse();
    assertThat(recorded(job("shop", JobPhase.FAILED, image(0, 0), Event.CPU, Event.ALLOC)))
        .isFalse();
    assertThat(recorded(Jobs.running(Jobs.job(Event.CPU, Event.ALLOC)))).isFalse();
  }

  @Test
  void an_image_that_another_job_of_the_namespace_harmed_is_refused() {
    var pod = PodFixtures.running("a")
        .editSpec()
        .editFirstContainer()
        .withImage("notifier:2.14.0")
        .endContainer()
        .endSpec()
        .editStatus()
        .editFirstContainerStatus()
        .withImageID("registry.example.com/notifier@" + DIGEST)
        .endContainerStatus()
        .endStatus()
        .build();
    var harmed = ImageHistory.of(
            NEW, List.of(job("shop", JobPhase.RUNNING, image(2, 1), Event.CPU)))
        .harmed();

    assertThat(harmed).isEqualTo(Map.of(DIGEST, "other"));
    assertThat(ImageHistory.refusal(harmed, pod, pod.getSpec().getContainers().getFirst()))
        .hasValueSatisfying(refusal -> {
          assertThat(refusal.reason()).isEqualTo("ImageHarmed");
          assertThat(refusal.message())
              .isEqualTo(
                  "a JVM of image notifier:2.14.0 ended during or soon after its recording by"
                      + " ProfileJob other; find out why; to profile the image again, delete that ProfileJob");
        });
    assertThat(ImageHistory.refusal(
            Map.of("sha256:0000", "other"), pod, pod.getSpec().getContainers().getFirst()))
        .isEmpty();
  }

  @Test
  void harm_in_another_namespace_or_by_the_job_itself_refuses_nothing() {
    var itself = job("shop", JobPhase.RUNNING, image(2, 1), Event.CPU);
    itself.getMetadata().setUid(NEW.getMetadata().getUid());

    assertThat(ImageHistory.harmed(
            NEW, List.of(job("billing", JobPhase.FAILED, image(0, 1), Event.CPU), itself)))
        .isEmpty();
  }

  private static boolean recorded(ProfileJob other) {
    return ImageHistory.of(NEW, List.of(other)).recorded().contains(DIGEST);
  }

  private static ImageStatus image(int succeeded, int harmed) {
    return new ImageStatus(DIGEST, "notifier:2.14.0", false, 3, succeeded, harmed);
  }

  private static ProfileJob job(
      String namespace, JobPhase phase, ImageStatus image, Event... events) {
    var job = Jobs.running(Jobs.job(events), Targets.succeeded("a"));
    job.getMetadata().setName("other");
    job.getMetadata().setUid("uid-of-other");
    job.getMetadata().setNamespace(namespace);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(phase)
        .images(List.of(image))
        .build());
    return job;
  }
}
