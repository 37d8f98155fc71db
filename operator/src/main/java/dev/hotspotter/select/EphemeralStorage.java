package dev.hotspotter.select;

import dev.hotspotter.api.spec.Recording;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The storage that a recording may use without the kubelet evicting the pod
 * (pkg/kubelet/eviction/eviction_manager.go, localStorageEviction).
 *
 * <p>A recording is in the sidecar's writable layer, which counts for the pod. The profiler's
 * library is in the target's /tmp. That counts for the target's container too, or for the volume
 * mounted there. The same holds, for a while, for the file of the JVM's own recorder (JFR).
 */
public final class EphemeralStorage {

  private static final String RESOURCE = "ephemeral-storage";

  /** A recording may use a quarter of a limit; the rest is for the pod's own files. */
  private static final long PARTS = 4;

  /** The least that a recording needs; a smaller one ends soon after its start. */
  private static final long LEAST_RECORDING = 8L << 20;

  /** More than ten times the library's size, because the target also uses its /tmp. */
  private static final long LEAST_TMP = 8L << 20;

  private EphemeralStorage() {}

  /** The largest recording that endangers neither the pod nor the target; empty without a limit. */
  public static Optional<Long> forRecording(Recording recording, Pod pod, Container target) {
    var inTmp = recording.jfrSync() == null ? Optional.<Long>empty() : tmpLimit(pod, target);
    return Stream.concat(podLimit(pod).stream(), inTmp.stream())
        .map(limit -> limit / PARTS)
        .min(Long::compare);
  }

  /** The limit that is too low for a recording, and the fix; empty if all are high enough. */
  static Optional<String> shortage(Recording recording, Pod pod, Container target) {
    var shortage =
        ofPod(pod).or(() -> ofTmp(pod, target, LEAST_TMP, "the profiler's library must be", ""));
    return recording.jfrSync() == null
        ? shortage
        : shortage.or(() -> ofTmp(
            pod,
            target,
            PARTS * LEAST_RECORDING,
            "recording.jfrSync has the JVM write its recording",
            ", or record without jfrSync"));
  }

  private static Optional<String> ofPod(Pod pod) {
    return podLimit(pod)
        .filter(limit -> limit / PARTS < LEAST_RECORDING)
        .map(limit -> ("a recording needs %s of ephemeral-storage,"
                + " but may use only a quarter of the sum of the containers' limits, %s;"
                + " raise the sum to %s or remove the limits")
            .formatted(words(LEAST_RECORDING), words(limit), words(PARTS * LEAST_RECORDING)));
  }

  private static Optional<String> ofTmp(
      Pod pod, Container target, long least, String need, String otherwise) {
    var what = tmpVolume(target).isPresent()
        ? "the emptyDir on its /tmp has a sizeLimit of"
        : "its limit of ephemeral-storage is";
    return tmpLimit(pod, target)
        .filter(bytes -> bytes < least)
        .map(bytes ->
            ("%s in /tmp of container %s, and %s %s, beyond which the kubelet evicts the pod;"
                    + " raise it to %s or remove it%s")
                .formatted(need, target.getName(), what, words(bytes), words(least), otherwise));
  }

  private static Optional<Long> tmpLimit(Pod pod, Container target) {
    var mounted = tmpVolume(target);
    return mounted.isPresent() ? sizeLimit(pod, mounted.get()) : limit(target);
  }

  private static Optional<String> tmpVolume(Container target) {
    return target.getVolumeMounts().stream()
        .filter(EphemeralStorage::isTmp)
        .map(VolumeMount::getName)
        .findFirst();
  }

  /**
   * The kubelet's sum of limits, at least the largest of an init container. A container without a
   * limit adds nothing.
   */
  private static Optional<Long> podLimit(Pod pod) {
    var running = Stream.concat(pod.getSpec().getContainers().stream(), Pods.restartingInits(pod));
    var sum = running.flatMap(container -> limit(container).stream()).reduce(Long::sum);
    var inits = pod.getSpec().getInitContainers().stream().flatMap(init -> limit(init).stream());
    return Stream.concat(sum.stream(), inits).max(Long::compare);
  }

  private static Optional<Long> limit(Container container) {
    return Optional.ofNullable(container.getResources())
        .map(ResourceRequirements::getLimits)
        .map(limits -> limits.get(RESOURCE))
        .map(EphemeralStorage::bytes);
  }

  /** The volume's size limit; 0 means none. */
  private static Optional<Long> sizeLimit(Pod pod, String volumeName) {
    return pod.getSpec().getVolumes().stream()
        .filter(volume -> volume.getName().equals(volumeName))
        .findFirst()
        .map(Volume::getEmptyDir)
        .map(EmptyDirVolumeSource::getSizeLimit)
        .map(EphemeralStorage::bytes)
        .filter(bytes -> bytes > 0);
  }

  private static boolean isTmp(VolumeMount mount) {
    return mount.getMountPath().replaceAll("/+$", "").equals("/tmp");
  }

  private static long bytes(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity).longValue();
  }

  /** The number in the notation of a pod's spec. */
  private static String words(long bytes) {
    var mebibyte = 1L << 20;
    return bytes % mebibyte == 0 ? bytes / mebibyte + "Mi" : Long.toString(bytes);
  }
}
