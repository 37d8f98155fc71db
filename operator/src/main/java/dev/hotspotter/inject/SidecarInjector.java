package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.select.Identity;
import dev.hotspotter.select.Pods;
import dev.hotspotter.select.SidecarCapacity;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Injects the sidecar of one target, with the URLs of its objects. */
public final class SidecarInjector {

  private static final Logger LOG = LoggerFactory.getLogger(SidecarInjector.class);

  /** The size limit of diagnostics, above the sidecar's own limit. */
  private static final long MOST_DIAGNOSTICS = 8L << 20;

  /** Status codes of a pod that is gone or has changed. */
  private static final Set<Integer> WORTH_ANOTHER_LOOK = Set.of(404, 409);

  private final SidecarPatch patch;
  private final ObjectStore store;
  private final SidecarSettings settings;
  private final Clock clock;

  public SidecarInjector(
      KubernetesClient client, ObjectStore store, SidecarSettings settings, Clock clock) {
    this.patch = new SidecarPatch(client);
    this.store = store;
    this.settings = settings;
    this.clock = clock;
  }

  /** Adds the sidecar for a job's target to the pod, if the pod is still as it was seen. */
  public InjectOutcome inject(ProfileJob job, RecordingStatus target, Pod pod) {
    var now = clock.instant();
    var crowded = SidecarCapacity.shortage(pod, 1, settings.maxPerPod());
    if (crowded.isPresent()) {
      return new InjectOutcome.Refused(Reasons.TOO_MANY_EPHEMERAL_CONTAINERS, crowded.get());
    }
    try {
      var refusal = patch.apply(pod, sidecar(job, target, pod, now));
      if (refusal.isPresent()) {
        return new InjectOutcome.Refused(
            Reasons.INJECTION_REFUSED,
            "the API server refused the sidecar: "
                + refusal.get()
                + RefusalAdvice.on(refusal.get(), job, pod));
      }
      return new InjectOutcome.Injected(now);
    } catch (StoreException e) {
      return again(target, WaitCause.ofStore(e.getMessage()));
    } catch (KubernetesClientException e) {
      if (WORTH_ANOTHER_LOOK.contains(e.getCode())) {
        LOG.debug("pod {} has changed since it was read, reading it again", target.pod());
        return new InjectOutcome.PodChanged();
      }
      return again(
          target,
          new WaitCause(
              Reasons.INJECTION_REFUSED,
              "the API server failed to add the sidecar: " + e.getMessage()));
    }
  }

  private static InjectOutcome again(RecordingStatus target, WaitCause why) {
    LOG.warn("could not inject into pod {}; trying again: {}", target.pod(), why.message());
    return new InjectOutcome.Again(why);
  }

  private EphemeralContainer sidecar(ProfileJob job, RecordingStatus target, Pod pod, Instant now)
      throws StoreException {
    var container = Pods.container(pod, target.container()).orElseThrow();
    var identity = Identity.of(job, pod, container).orElseThrow();
    var asked = job.getSpec().recording().diagnostics() != null;
    var urls = new SidecarUrls(
        place(job, ObjectKeys.recording(job, target), 2 * settings.maxRecordingBytes()),
        asked ? place(job, ObjectKeys.diagnostics(job, target), MOST_DIAGNOSTICS) : null,
        store.read(ObjectKeys.orders(job, target), validity(job)),
        store.caCertificates(),
        store.clockAhead());
    return SidecarSpec.build(job, pod, container, identity, settings, urls, now);
  }

  /** The time in which the sidecar may use its URLs: its longest life after its latest start. */
  private static Duration validity(ProfileJob job) {
    return SidecarSettings.START_WINDOW.plus(
        SidecarSettings.lifetime(Durations.parse(job.getSpec().recording().duration())));
  }

  private SidecarUrls.Place place(ProfileJob job, String key, long mostBytes)
      throws StoreException {
    var upload = store.upload(key, validity(job), mostBytes);
    var form = upload.form().entrySet().stream()
        .map(field ->
            field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .sorted()
        .collect(Collectors.joining("&"));
    return new SidecarUrls.Place(upload.url(), form);
  }
}
