package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemNamespaceTest {

  @Test
  void a_job_in_kube_system_must_name_its_pods() {
    var job = Jobs.job();
    assertThat(SystemNamespace.refusal(job)).as("elsewhere").isEmpty();

    job.getMetadata().setNamespace("kube-system");
    assertThat(SystemNamespace.refusal(job)).hasValueSatisfying(no -> {
      assertThat(no.reason()).isEqualTo("SystemNamespace");
      assertThat(no.message()).endsWith("replace spec.target by target.pods");
    });

    var naming = Jobs.job(TargetBuilder.builder().pods(List.of("coredns-0")).build());
    naming.getMetadata().setNamespace("kube-system");
    assertThat(SystemNamespace.refusal(naming)).isEmpty();
  }
}
