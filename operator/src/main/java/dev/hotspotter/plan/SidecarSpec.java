package dev.hotspotter.plan;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The ephemeral container that records one target; sidecar/README.md specifies its environment. */
public final class SidecarSpec {

  private SidecarSpec() {}

  /** The same for every pass over the same job, so that an operator that comes back recognises its own work. */
  public static String name(ProfileJob job) {
    return "hotspotter-" + ObjectKeys.shortUid(job);
  }

  public static EphemeralContainer build(
      ProfileJob job, Pod pod, Container target, Identity identity, SidecarSettings settings, String uploadUrl, Instant now) {
    return new EphemeralContainerBuilder()
        .withName(name(job))
        .withTargetContainerName(target.getName())
        .withImage(settings.image())
        .withImagePullPolicy(settings.pullPolicy())
        .withEnv(environment(job, pod, settings, uploadUrl, now))
        .withSecurityContext(securityContext(target, identity))
        .build();
  }

  private static List<EnvVar> environment(ProfileJob job, Pod pod, SidecarSettings settings, String uploadUrl, Instant now) {
    var recording = job.getSpec().recording();
    var duration = Durations.parse(recording.duration());
    var maxBytes = Math.min(settings.maxRecordingBytes(), StorageRoom.forRecording(pod).orElse(Long.MAX_VALUE));
    return List.of(
        env("HOTSPOTTER_EVENTS", recording.events().stream().map(Event::word).collect(Collectors.joining(","))),
        env("HOTSPOTTER_DURATION", recording.duration()),
        env("HOTSPOTTER_INTERVAL", recording.interval()),
        env("HOTSPOTTER_UPLOAD_URL", uploadUrl),
        env("HOTSPOTTER_START_BEFORE", now.plus(SidecarSettings.START_WINDOW).toString()),
        env("HOTSPOTTER_TIMEOUT", SidecarSettings.lifetime(duration).toSeconds() + "s"),
        env("HOTSPOTTER_MAX_BYTES", Long.toString(maxBytes)));
  }

  private static EnvVar env(String name, String value) {
    return new EnvVar(name, value, null);
  }

  /**
   * As restricted as the target is: a non-root sidecar needs no capability; a root one needs exactly the target's, because
   * each side must be able to open files below the other's /proc/PID/root.
   */
  private static SecurityContext securityContext(Container target, Identity identity) {
    return new SecurityContextBuilder()
        .withRunAsUser(identity.uid())
        .withRunAsGroup(identity.gid())
        .withRunAsNonRoot(!identity.isRoot())
        .withAllowPrivilegeEscalation(false)
        .withPrivileged(false)
        .withCapabilities(capabilities(target, identity))
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  private static Capabilities capabilities(Container target, Identity identity) {
    if (!identity.isRoot()) {
      return new CapabilitiesBuilder().withDrop("ALL").build();
    }
    return target.getSecurityContext() == null ? null : target.getSecurityContext().getCapabilities();
  }
}
