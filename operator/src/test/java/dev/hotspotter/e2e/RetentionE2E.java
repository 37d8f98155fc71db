package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Retention with the chart's rights, a real namespace controller and the embedded store: it deletes
 * old files, and a new namespace inherits none.
 */
@ResourceLock(value = Cluster.OPERATOR_AND_STORE, mode = ResourceAccessMode.READ)
class RetentionE2E {

  private static final String NAMESPACE = "retention-e2e";
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @AutoClose
  private static final Cluster cluster = new Cluster();

  @Test
  void what_is_to_go_with_its_job_goes_and_a_namespace_created_anew_begins_empty()
      throws Exception {
    var pod = BurnerPod.restricted(1000, 1000);
    cluster.namespace(NAMESPACE, pod.podSecurity());
    pod.start(cluster.client(), NAMESPACE, "burner", 21);
    var spec = "target: {pods: [burner]}, recording: {duration: 2s, events: [{type: cpu}]}";
    var passing = cluster.apply(
        NAMESPACE,
        "passing",
        spec + ", artifacts: {reclaimPolicy: Delete}, ttlSecondsAfterFinished: 5");
    var report = cluster.finished(passing, LIMIT).getStatus().report();
    var staying =
        cluster.finished(cluster.apply(NAMESPACE, "staying", spec), LIMIT).getStatus();
    assertThat(staying.phase()).as("%s", staying.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status(staying.report())).isEqualTo(200);

    await("links to what went with its job say so")
        .atMost(LIMIT)
        .until(() -> status(report) == 410);
    assertThat(new String(cluster.follow(report).body(), StandardCharsets.UTF_8))
        .contains("were deleted at 20", "reclaimPolicy: Delete");

    cluster.client().namespaces().withName(NAMESPACE).delete();
    cluster.namespace(NAMESPACE, pod.podSecurity());

    await("nobody sees what another namespace has left")
        .atMost(LIMIT)
        .until(() -> status(staying.report()) == 404);
    assertThat(status(staying.report() + "merged/report.json")).isEqualTo(404);
    pod.start(cluster.client(), NAMESPACE, "burner", 21);
    var anew =
        cluster.finished(cluster.apply(NAMESPACE, "staying", spec), LIMIT).getStatus();
    assertThat(status(anew.report())).isEqualTo(200);
  }

  private static int status(String link) throws Exception {
    return cluster.follow(link).statusCode();
  }
}
