package dev.hotspotter.publish;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes Kubernetes events, which kubectl describe shows below an object. */
public final class EventRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

  /** The API server's limit. */
  private static final int LONGEST_MESSAGE = 1024;

  private final KubernetesClient client;
  private final Clock clock;

  public EventRecorder(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /** Writes an event. A failure is only logged, because it must not stop the job. */
  public void record(HasMetadata about, Notice notice) {
    var meta = about.getMetadata();
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var message = notice.message();
    var event = new EventBuilder()
        .withNewMetadata()
        .withGenerateName(meta.getName() + ".")
        .withNamespace(meta.getNamespace())
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(about.getApiVersion())
        .withKind(about.getKind())
        .withName(meta.getName())
        .withNamespace(meta.getNamespace())
        .withUid(meta.getUid())
        .endInvolvedObject()
        .withType(notice.type().name())
        .withReason(notice.reason())
        .withMessage(
            message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE))
        .withNewSource()
        .withComponent("hotspotter")
        .endSource()
        .withFirstTimestamp(now)
        .withLastTimestamp(now)
        .withCount(1)
        .build();
    try {
      client.resource(event).create();
    } catch (KubernetesClientException e) {
      LOG.warn(
          "could not write the event {} about {}: {}",
          notice.reason(),
          meta.getName(),
          e.getMessage());
    }
  }
}
