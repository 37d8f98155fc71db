package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** The entries of a finished job with pod, container, phase, reason and bytes only, in a tenth of their memory. */
final class AbridgedRecordings extends AbstractList<RecordingStatus> implements RandomAccess {

  /** Stands where the entry has more to say: a copy of the job is read like any other, and may lack nothing. */
  static final String LEFT_OUT = "";

  private final PackedNames pods;
  private final PackedNames containers;
  private final RecordingPhase[] phases;
  private final String[] reasons;
  private final long[] bytes;

  AbridgedRecordings(List<RecordingStatus> recordings) {
    pods = PackedNames.of(recordings.stream().map(RecordingStatus::pod).toList());
    containers = PackedNames.of(recordings.stream().map(RecordingStatus::container).toList());
    phases = recordings.stream().map(RecordingStatus::phase).toArray(RecordingPhase[]::new);
    reasons = recordings.stream().map(AbridgedRecordings::reason).toArray(String[]::new);
    bytes = recordings.stream().mapToLong(recording -> recording.bytes() == null ? 0 : recording.bytes()).toArray();
  }

  /** There are few different ones. */
  private static String reason(RecordingStatus recording) {
    return recording.reason() == null ? null : recording.reason().intern();
  }

  @Override
  public RecordingStatus get(int index) {
    return RecordingStatusBuilder.builder()
        .pod(pods.get(index))
        .podUID(LEFT_OUT)
        .container(containers.get(index))
        .phase(phases[index])
        .reason(reasons[index])
        .message(reasons[index] == null ? null : LEFT_OUT)
        .bytes(bytes[index])
        .build();
  }

  @Override
  public int size() {
    return pods.size();
  }
}
