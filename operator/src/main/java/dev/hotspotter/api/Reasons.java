package dev.hotspotter.api;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All reasons of conditions, recordings, events and metrics, as in docs/reference/reasons.md. */
public final class Reasons {
  // of jobs
  public static final String RECORDING = "Recording";
  public static final String RECORDED = "Recorded";
  public static final String TARGETS_SELECTED = "TargetsSelected";
  public static final String NO_TARGETS = "NoTargets";
  public static final String TOO_MANY_TARGETS = "TooManyTargets";
  public static final String WORKLOAD_NOT_FOUND = "WorkloadNotFound";
  public static final String WORKLOAD_UNSUPPORTED = "WorkloadUnsupported";
  public static final String NO_ELIGIBLE_TARGETS = "NoEligibleTargets";
  public static final String TARGETS_FAILED = "TargetsFailed";
  public static final String FORBIDDEN_BY_INSTALLATION = "ForbiddenByInstallation";
  public static final String SYSTEM_NAMESPACE = "SystemNamespace";
  public static final String TOO_MANY_ACTIVE_JOBS = "TooManyActiveJobs";
  public static final String OBJECT_STORE_UNAVAILABLE = "ObjectStoreUnavailable";
  public static final String INVALID_SPEC = "InvalidSpec";
  public static final String UNREADABLE = "Unreadable";
  public static final String API_SERVER_FAILED = "ApiServerFailed";
  public static final String OPERATOR_FAILED = "OperatorFailed";
  public static final String QUOTA_EXCEEDED = "QuotaExceeded";
  public static final String OBJECT_STORE_FULL = "ObjectStoreFull";
  public static final String DEADLINE_EXCEEDED = "DeadlineExceeded";
  public static final String JOB_SUSPENDED = "JobSuspended";
  public static final String JOB_DELETED = "JobDeleted";
  public static final String HARMED = "Harmed";
  public static final String FAILURE_THRESHOLD_REACHED = "FailureThresholdReached";

  // of comparisons
  public static final String FRAMES_CHANGED = "FramesChanged";
  public static final String NOTHING_CHANGED = "NothingChanged";
  public static final String BASELINE_NOT_FOUND = "BaselineNotFound";
  public static final String BASELINE_UNREADABLE = "BaselineUnreadable";
  public static final String BASELINE_EVENT_MISSING = "BaselineEventMissing";

  // of recordings on their way to Pyroscope
  public static final String PUSHED = "Pushed";
  public static final String PUSH_PENDING = "PushPending";
  public static final String PUSH_REFUSED = "PushRefused";
  public static final String PUSH_GIVEN_UP = "PushGivenUp";
  public static final String PUSH_UNSUITABLE = "PushUnsuitable";

  // of targets, before they are touched
  public static final String POD_NOT_FOUND = "PodNotFound";
  public static final String POD_NOT_RUNNING = "PodNotRunning";
  public static final String POD_NOT_READY = "PodNotReady";
  public static final String POD_TOO_YOUNG = "PodTooYoung";
  public static final String STATIC_POD = "StaticPod";
  public static final String WINDOWS_NODE = "WindowsNode";
  public static final String OPTED_OUT = "OptedOut";
  public static final String TOO_MANY_EPHEMERAL_CONTAINERS = "TooManyEphemeralContainers";
  public static final String CONTAINER_NOT_FOUND = "ContainerNotFound";
  public static final String IDENTITY_UNKNOWN = "IdentityUnknown";
  public static final String STORAGE_LIMIT_TOO_LOW = "StorageLimitTooLow";
  public static final String NO_JVM_FOUND = "NoJvmFound";
  public static final String IMAGE_HARMED = "ImageHarmed";

  // of targets, while they wait
  public static final String TARGET_BUSY = "TargetBusy";
  public static final String UPLOAD_PENDING = "UploadPending";
  public static final String NAMESPACE_BUSY = "NamespaceBusy";
  public static final String NODE_BUSY = "NodeBusy";
  public static final String FIRST_WAVE_RECORDS = "FirstWaveRecords";

  // of targets, while they are profiled
  public static final String SIDECAR_INJECTED = "SidecarInjected";
  public static final String INJECTION_REFUSED = "InjectionRefused";
  public static final String INJECTION_FAILED = "InjectionFailed";
  public static final String IMAGE_PULL_FAILED = "ImagePullFailed";
  public static final String SIDECAR_NOT_STARTED = "SidecarNotStarted";
  public static final String SIDECAR_LOST = "SidecarLost";
  public static final String JVM_EXITED = "JvmExited";
  public static final String JVM_RESTARTED = "JvmRestarted";
  public static final String CONTAINER_STOPPED = "ContainerStopped";
  public static final String POD_GONE = "PodGone";
  public static final String RECORDING_MISSING = "RecordingMissing";
  public static final String CHECKSUM_MISMATCH = "ChecksumMismatch";
  public static final String NO_SAMPLES = "NoSamples";
  public static final String RECORDING_TRUNCATED = "RecordingTruncated";
  public static final String DIAGNOSTICS_INCOMPLETE = "DiagnosticsIncomplete";
  public static final String INLINED_FRAMES_MISPLACED = "InlinedFramesMisplaced";
  public static final String RENDER_FAILED = "RenderFailed";
  public static final String PROFILER_OVERHEAD = "ProfilerOverhead";

  /** The sidecar's reasons; sidecar/README.md specifies them. */
  private static final List<String> OF_THE_SIDECAR = List.of("""
      StartedTooLate InvalidConfig Interrupted NoJvmFound AmbiguousJvm NotHotSpot IdentityMismatch
      AttachDisabled JvmStarting TmpNotWritable TmpNotExecutable AttachSocketForeign LibraryConflict
      ForeignProfiler NotEnoughMemory JdkTooOld TooFewFileDescriptors PerfEventsUnavailable ProfilerBusy
      AttachFailed ProfilerFailed JvmExited RecordingLost UploadFailed DeadlineExceeded
      """.split("\\s+"));

  /** Every reason with which a target can fail. */
  public static final Set<String> OF_FAILED_TARGETS = Stream.concat(
          OF_THE_SIDECAR.stream(),
          Stream.of(
              POD_NOT_FOUND,
              POD_NOT_RUNNING,
              POD_NOT_READY,
              POD_TOO_YOUNG,
              STATIC_POD,
              WINDOWS_NODE,
              OPTED_OUT,
              TOO_MANY_EPHEMERAL_CONTAINERS,
              CONTAINER_NOT_FOUND,
              IDENTITY_UNKNOWN,
              STORAGE_LIMIT_TOO_LOW,
              FORBIDDEN_BY_INSTALLATION,
              TARGET_BUSY,
              NAMESPACE_BUSY,
              NODE_BUSY,
              FIRST_WAVE_RECORDS,
              JOB_SUSPENDED,
              HARMED,
              IMAGE_HARMED,
              FAILURE_THRESHOLD_REACHED,
              CONTAINER_STOPPED,
              INJECTION_REFUSED,
              INJECTION_FAILED,
              IMAGE_PULL_FAILED,
              SIDECAR_NOT_STARTED,
              SIDECAR_LOST,
              POD_GONE,
              RECORDING_MISSING,
              CHECKSUM_MISMATCH,
              NO_SAMPLES,
              RENDER_FAILED,
              DEADLINE_EXCEEDED,
              OBJECT_STORE_UNAVAILABLE))
      .collect(Collectors.toUnmodifiableSet());

  private Reasons() {}
}
