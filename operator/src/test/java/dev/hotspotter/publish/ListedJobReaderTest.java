package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListedJobReaderTest {

  private static final KubernetesSerialization JSON =
      new KubernetesSerialization(ListedJobReader.in(new ObjectMapper()), true);

  @ParameterizedTest
  @EnumSource(JobPhase.class)
  void finished_jobs_of_a_list_are_abridged(JobPhase phase) {
    var list = new DefaultKubernetesResourceList<ProfileJob>();
    list.setItems(List.of(job(phase), job(phase)));

    var read = JSON.convertValue(list, ProfileJobs.class);

    assertThat(read.getItems())
        .hasSize(2)
        .allSatisfy(job ->
            assertThat(AbridgedJob.isAbridged(job.getStatus())).isEqualTo(phase.isTerminal()));
  }

  @ParameterizedTest
  @EnumSource(JobPhase.class)
  void a_single_job_is_whole(JobPhase phase) {
    var job = job(phase);

    var read = JSON.unmarshal(JSON.asJson(job), ProfileJob.class);

    assertThat(read.getStatus()).isEqualTo(job.getStatus());
  }

  @Test
  void an_unreadable_job_of_a_list_stays_as_it_was_read() {
    var read = JSON.unmarshal("""
        {"items": [{"metadata": {"name": "a", "resourceVersion": "7"}, "status": {"phase": 7}}]}""", ProfileJobs.class);

    assertThat(read.getItems().getFirst().getUnreadable()).contains("status.phase cannot be read");
  }

  private static ProfileJob job(JobPhase phase) {
    var job = Jobs.job();
    job.setStatus(ProfileJobStatusBuilder.builder()
        .phase(phase)
        .conditions(List.of())
        .startTime(phase == JobPhase.PENDING ? null : Jobs.START.toString())
        .deadline(Jobs.START.plusSeconds(300).toString())
        .completionTime(Jobs.START.plusSeconds(70).toString())
        .targets(new TargetCounts(1, 1, 1, 0, 1, 0))
        .recordings(List.of(Targets.succeeded("a")))
        .build());
    return job;
  }

  /** The answer to a request for all jobs. */
  static final class ProfileJobs extends DefaultKubernetesResourceList<ProfileJob> {}
}
