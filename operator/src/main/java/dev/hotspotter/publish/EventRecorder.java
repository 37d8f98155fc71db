package dev.hotspotter.publish;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes Kubernetes events, which kubectl describe shows below an object. */
public final class EventRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

  /** The API server's limit. */
  private static final int LONGEST_MESSAGE = 1024;
  /** Of an object's name at the beginning of an event's. */
  private static final int LONGEST_PREFIX = 230;

  private final KubernetesClient client;
  private final Clock clock;

  public EventRecorder(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Writes an event. A failure is only logged, because it must not stop the job. The event has a
   * name, so that a request that the client repeats after a lost answer does not write it twice.
   */
  public void record(HasMetadata about, Notice notice) {
    var meta = about.getMetadata();
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var message = notice.message();
    var event = new EventBuilder()
        .withNewMetadata()
        .withName(name(meta.getName()))
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
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return;
      }
      LOG.warn(
          "could not write the event {} about {}: {}",
          notice.reason(),
          meta.getName(),
          e.getMessage());
    }
  }

  /** A name that no other event has; no part of it ends with another character than a letter or digit. */
  private static String name(String object) {
    var prefix = object.substring(0, Math.min(object.length(), LONGEST_PREFIX));
    return prefix.replaceFirst("[-.]+$", "")
        + "."
        + Long.toHexString(ThreadLocalRandom.current().nextLong());
  }
}
