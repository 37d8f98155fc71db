package dev.hotspotter.publish;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/**
 * The entries of a finished job, with only pod, container, phase, reason and bytes, in a tenth of
 * the memory.
 */
final class AbridgedRecordings extends AbstractList<RecordingStatus> implements RandomAccess {

  /**
   * The value of required fields that are left out, so that a copy of the job can be read like any
   * other.
   */
  static final String LEFT_OUT = "";

  private static final RecordingPhase[] PHASES = RecordingPhase.values();

  private final List<String> pods;
  private final List<String> containers;
  private final byte[] phases;
  /** Null if no entry has a reason. */
  private final String[] reasons;

  private final long[] bytes;

  AbridgedRecordings(List<RecordingStatus> recordings) {
    pods = PackedNames.of(recordings.stream().map(RecordingStatus::pod).toList());
    containers = containers(recordings.stream().map(RecordingStatus::container).toList());
    phases = new byte[recordings.size()];
    bytes = new long[recordings.size()];
    reasons = recordings.stream().allMatch(recording -> recording.reason() == null)
        ? null
        : new String[recordings.size()];
    for (int i = 0; i < recordings.size(); i++) {
      var recording = recordings.get(i);
      phases[i] = (byte) recording.phase().ordinal();
      bytes[i] = recording.bytes() == null ? 0 : recording.bytes();
      if (reasons != null) {
        reasons[i] = reason(recording);
      }
    }
  }

  /** Packs the names; most jobs have only one. */
  private static List<String> containers(List<String> names) {
    var distinct = names.stream().distinct().toList();
    return distinct.size() == 1
        ? Collections.nCopies(names.size(), distinct.getFirst().intern())
        : PackedNames.of(names);
  }

  /** Interns the reason, because few differ. */
  private static String reason(RecordingStatus recording) {
    return recording.reason() == null ? null : recording.reason().intern();
  }

  @Override
  public RecordingStatus get(int index) {
    var reason = reasons == null ? null : reasons[index];
    return RecordingStatusBuilder.builder()
        .pod(pods.get(index))
        .podUID(LEFT_OUT)
        .container(containers.get(index))
        .phase(PHASES[phases[index]])
        .reason(reason)
        .message(reason == null ? null : LEFT_OUT)
        .bytes(bytes[index])
        .build();
  }

  @Override
  public int size() {
    return pods.size();
  }
}
