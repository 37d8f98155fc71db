package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.ProcessMatch;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.select.EphemeralStorage;
import dev.hotspotter.select.Identity;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ephemeral container that records one target; sidecar/README.md specifies its environment. */
public final class SidecarSpec {

  public static final String JOB = "HOTSPOTTER_JOB";
  public static final String DURATION = "HOTSPOTTER_DURATION";
  public static final String START_BEFORE = "HOTSPOTTER_START_BEFORE";

  /** A container's name is a DNS label (RFC 1123). */
  private static final int LONGEST_NAME = 63;

  private SidecarSpec() {}

  /**
   * The sidecar's name: the same in every pass, so that a restarted operator recognises its own
   * sidecar.
   */
  public static String name(ProfileJob job, String container) {
    var name = Pods.SIDECAR_PREFIX + ObjectKeys.shortUid(job) + "-" + container;
    return name.length() <= LONGEST_NAME
        ? name
        : Pods.SIDECAR_PREFIX + ObjectKeys.shortUid(job) + "-"
            + Integer.toHexString(container.hashCode());
  }

  public static EphemeralContainer build(
      ProfileJob job,
      Pod pod,
      Container target,
      Identity identity,
      SidecarSettings settings,
      SidecarUrls urls,
      Instant now) {
    return new EphemeralContainerBuilder()
        .withName(name(job, target.getName()))
        .withTargetContainerName(target.getName())
        .withImage(settings.image())
        .withImagePullPolicy(settings.pullPolicy())
        .withEnv(environment(job, pod, target, settings, urls.recording().url(), now))
        .addAllToEnv(AttachDelay.variable(job, pod, target))
        .addAllToEnv(store(urls))
        .addAllToEnv(RecordingVariables.of(job.getSpec().recording()))
        .addAllToEnv(diagnostics(job, urls))
        .addAllToEnv(whichProcess(job.getSpec().target().process()))
        .addAllToEnv(whichContainer(pod, target.getName()))
        .addAllToEnv(kernelStacks(job, identity))
        .withSecurityContext(SidecarSecurity.context(job, target, identity))
        .build();
  }

  private static List<EnvVar> environment(
      ProfileJob job,
      Pod pod,
      Container target,
      SidecarSettings settings,
      String uploadUrl,
      Instant now) {
    var recording = job.getSpec().recording();
    var duration = Durations.parse(recording.duration());
    var room = EphemeralStorage.forRecording(recording, pod, target).orElse(Long.MAX_VALUE);
    var maxBytes = Math.min(settings.maxRecordingBytes(), room);
    return List.of(
        env(JOB, job.getMetadata().getNamespace() + "/" + job.getMetadata().getName()),
        env(
            "HOTSPOTTER_EVENTS",
            recording.types().stream().map(Event::word).collect(Collectors.joining(","))),
        env(DURATION, recording.duration()),
        env(
            "HOTSPOTTER_INTERVAL",
            recording.interval(
                recording.engine().filter(event -> !event.isCounter()).orElse(Event.CPU))),
        env("HOTSPOTTER_UPLOAD_URL", uploadUrl),
        env(START_BEFORE, now.plus(SidecarSettings.START_WINDOW).toString()),
        env(
            "HOTSPOTTER_TIMEOUT",
            SidecarSettings.lifetime(duration, Duration.between(now, Deadline.of(job)))
                    .toSeconds() + "s"),
        env("HOTSPOTTER_MAX_BYTES", Long.toString(maxBytes)));
  }

  private static List<EnvVar> diagnostics(ProfileJob job, SidecarUrls urls) {
    if (urls.diagnostics() == null) {
      return List.of();
    }
    var wanted = job.getSpec().recording().diagnostics().stream()
        .map(Diagnostic::word)
        .collect(Collectors.joining(","));
    var to = List.of(
        env("HOTSPOTTER_DIAGNOSTICS", wanted),
        env("HOTSPOTTER_DIAGNOSTICS_URL", urls.diagnostics().url()));
    return Stream.concat(
            to.stream(),
            optional("HOTSPOTTER_DIAGNOSTICS_FORM", urls.diagnostics().form()))
        .toList();
  }

  private static List<EnvVar> store(SidecarUrls urls) {
    return Stream.of(
            optional("HOTSPOTTER_UPLOAD_FORM", urls.recording().form()),
            Stream.of(env("HOTSPOTTER_ORDERS_URL", urls.orders())),
            urls.clockAhead().stream()
                .map(ahead -> env("HOTSPOTTER_STORE_AHEAD", ahead.toSeconds() + "s")),
            optional("HOTSPOTTER_CA_CERTIFICATES", urls.caCertificates()))
        .flatMap(variables -> variables)
        .toList();
  }

  private static Stream<EnvVar> optional(String name, String value) {
    return value.isEmpty() ? Stream.empty() : Stream.of(env(name, value));
  }

  private static List<EnvVar> whichProcess(ProcessMatch match) {
    if (match == null) {
      return List.of();
    }
    return List.of(
        match.mainClass() != null
            ? env("HOTSPOTTER_PROCESS_MAIN_CLASS", verbatim(match.mainClass()))
            : env("HOTSPOTTER_PROCESS_COMMAND_LINE", verbatim(match.commandLine())));
  }

  /** Doubles each $, because Kubernetes replaces $(NAME) by the value of another variable. */
  private static String verbatim(String value) {
    return value.replace("$", "$$");
  }

  /** The container's id if the sidecar sees processes of other containers, too. */
  private static List<EnvVar> whichContainer(Pod pod, String container) {
    var shared = Boolean.TRUE.equals(pod.getSpec().getHostPID())
        || Boolean.TRUE.equals(pod.getSpec().getShareProcessNamespace());
    var id = Pods.containerStatus(pod, container)
        .map(ContainerStatus::getContainerID)
        .orElse("");
    return shared
        ? List.of(env("HOTSPOTTER_CONTAINER_ID", id.replaceFirst("^.*://", "")))
        : List.of();
  }

  private static List<EnvVar> kernelStacks(ProfileJob job, Identity identity) {
    return job.getSpec().recording().kernelStacks()
        ? List.of(
            env("HOTSPOTTER_KERNEL_STACKS", "true"),
            env("HOTSPOTTER_TARGET_UID", Long.toString(identity.uid())),
            env("HOTSPOTTER_TARGET_GID", Long.toString(identity.gid())))
        : List.of();
  }

  private static EnvVar env(String name, String value) {
    return new EnvVar(name, value, null);
  }
}
