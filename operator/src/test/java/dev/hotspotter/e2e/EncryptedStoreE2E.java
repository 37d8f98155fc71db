package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The embedded store with the certificate that the chart generates: uploads and reads over HTTPS. */
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class EncryptedStoreE2E {

  private static final String NAMESPACE = "encrypted-store";
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @AutoClose
  private final Cluster cluster = new Cluster();

  @Test
  void a_recording_arrives_over_https() throws Exception {
    var burner = BurnerPod.restricted(1000, 1000);
    cluster.namespace(NAMESPACE, burner.podSecurity());
    var pod = burner.start(cluster.client(), NAMESPACE, "burner", 25);
    Cluster.change("objectStore.embedded.tls.enabled=true");
    try {
      var job = cluster.apply(
          NAMESPACE,
          "encrypted",
          "target: {pods: [burner]}, recording: {duration: 3s, events: [{type: cpu}]}");

      var status = cluster.finished(job, LIMIT).getStatus();

      assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(cluster.text(status.report())).contains("Burner");
      assertThat(cluster.client().resource(pod).get().getSpec().getEphemeralContainers())
          .singleElement()
          .satisfies(sidecar -> assertThat(sidecar.getEnv())
              .filteredOn(variable -> variable.getName().equals("HOTSPOTTER_UPLOAD_URL"))
              .extracting(variable -> variable.getValue())
              .allMatch(url -> url.startsWith("https://hotspotter-store.hotspotter.svc:7070/"))
              .hasSize(1));
    } finally {
      Cluster.rollBack();
    }
  }
}
