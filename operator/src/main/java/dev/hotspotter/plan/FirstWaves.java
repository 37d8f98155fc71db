package dev.hotspotter.plan;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.Harm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets one target of each new image record before the others start. If it fails and its JVM goes
 * on, the next one takes its place.
 */
final class FirstWaves {

  /** Reasons of targets that recorded the whole time, and whose recording is of no use. */
  private static final Set<String> RECORDED_BUT_LOST = Set.of(
      "UploadFailed",
      Reasons.RECORDING_MISSING,
      Reasons.CHECKSUM_MISMATCH,
      Reasons.NO_SAMPLES,
      Reasons.RENDER_FAILED);

  /** Ids of images of which no target has recorded yet. */
  private final Set<String> unproven;

  /** The pods of the targets that record for these images now. */
  private final Map<String, String> first = new HashMap<>();

  FirstWaves(ProfileJob job, List<RecordingStatus> targets) {
    var recorded = targets.stream()
        .filter(FirstWaves::hasRecorded)
        .map(RecordingStatus::imageID)
        .collect(Collectors.toSet());
    unproven = images(job)
        .filter(ImageStatus::needsFirstWave)
        .map(ImageStatus::imageID)
        .filter(image -> !recorded.contains(image))
        .collect(Collectors.toSet());
    targets.stream().filter(target -> target.phase().occupiesTarget()).forEach(this::start);
  }

  /** The cause for which the target waits. */
  Optional<WaitCause> obstacle(RecordingStatus target) {
    return Optional.ofNullable(first.get(target.imageID()))
        .map(pod -> new WaitCause(
            Reasons.FIRST_WAVE_RECORDS,
            "pod %s records first, because no job has recorded this image yet; firstWave: All starts all targets"
                .formatted(pod)));
  }

  /** Notes that the target starts. */
  void start(RecordingStatus target) {
    if (unproven.contains(target.imageID())) {
      first.putIfAbsent(target.imageID(), target.pod());
    }
  }

  /** True once the sidecar has reported, or its recording was lost only after its end. */
  private static boolean hasRecorded(RecordingStatus target) {
    return target.imageID() != null
        && !Harm.isSign(target)
        && (target.phase() == RecordingPhase.SUCCEEDED
            || target.phase() == RecordingPhase.FAILED
                && RECORDED_BUT_LOST.contains(target.reason()));
  }

  private static Stream<ImageStatus> images(ProfileJob job) {
    return job.getSpec().startsWithOnePerImage() && job.getStatus().images() != null
        ? job.getStatus().images().stream()
        : Stream.of();
  }
}
