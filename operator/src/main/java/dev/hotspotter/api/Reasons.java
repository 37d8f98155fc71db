package dev.hotspotter.api;

/**
 * Every reason the operator itself gives, for conditions, recordings, events and metrics alike. The sidecar adds its own,
 * which the sidecar's contract lists.
 */
public final class Reasons {
  // of jobs
  public static final String RECORDED = "Recorded";
  public static final String TARGETS_SELECTED = "TargetsSelected";
  public static final String NO_TARGETS = "NoTargets";
  public static final String TOO_MANY_TARGETS = "TooManyTargets";
  public static final String TARGETS_FAILED = "TargetsFailed";
  public static final String OBJECT_STORE_UNAVAILABLE = "ObjectStoreUnavailable";
  public static final String DEADLINE_EXCEEDED = "DeadlineExceeded";

  // of targets, before they are touched
  public static final String POD_NOT_RUNNING = "PodNotRunning";
  public static final String CONTAINER_NOT_FOUND = "ContainerNotFound";
  public static final String CONTAINER_AMBIGUOUS = "ContainerAmbiguous";
  public static final String IDENTITY_UNKNOWN = "IdentityUnknown";
  public static final String PID_NAMESPACE_SHARED = "PidNamespaceShared";

  // of targets, while they are profiled
  public static final String SIDECAR_INJECTED = "SidecarInjected";
  public static final String INJECTION_REFUSED = "InjectionRefused";
  public static final String IMAGE_PULL_FAILED = "ImagePullFailed";
  public static final String SIDECAR_NOT_STARTED = "SidecarNotStarted";
  public static final String SIDECAR_LOST = "SidecarLost";
  public static final String POD_GONE = "PodGone";
  public static final String RECORDING_MISSING = "RecordingMissing";
  public static final String CHECKSUM_MISMATCH = "ChecksumMismatch";
  public static final String NO_SAMPLES = "NoSamples";
  public static final String RENDER_FAILED = "RenderFailed";

  private Reasons() {}
}
