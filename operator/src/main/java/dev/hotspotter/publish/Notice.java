package dev.hotspotter.publish;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.ReclaimPolicy;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.pyroscope.PushPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The content of a Kubernetes event about a job. */
public record Notice(Type type, String reason, String message) {

  /** The two types of Kubernetes events. */
  public enum Type {
    Normal,
    Warning
  }

  /** Reasons of conditions without an event at the job's end. */
  private static final Set<String> SILENT = Set.of(Reasons.TARGETS_SELECTED, Reasons.PUSH_PENDING);

  /** Conditions with an event as soon as they are true. */
  private static final Map<String, Type> STANDING =
      Map.of(StandingConditions.SUSPENDED, Type.Normal, StandingConditions.HARMED, Type.Warning);

  private static final Set<String> NEVER_THERE =
      Set.of(Reasons.PUSH_REFUSED, Reasons.PUSH_GIVEN_UP);

  /** The event at a pod into which a target's sidecar was injected. */
  public static Notice injected(ProfileJob job, RecordingStatus target) {
    return new Notice(
        Type.Normal,
        Reasons.SIDECAR_INJECTED,
        "ProfileJob %s records container %s for %s"
            .formatted(
                job.getMetadata().getName(),
                target.container(),
                job.getSpec().recording().duration()));
  }

  /** The event about a job that was deleted while targets recorded; stopped if all have an order. */
  public static Notice deleted(ProfileJob job, boolean stopped) {
    var isKept = job.getSpec().artifacts().reclaimPolicy() != ReclaimPolicy.DELETE;
    return new Notice(
        stopped ? Type.Normal : Type.Warning,
        Reasons.JOB_DELETED,
        "running recordings end %s, and are %s"
            .formatted(
                stopped
                    ? "within seconds"
                    : "after %s, because the object store failed"
                        .formatted(job.getSpec().recording().duration()),
                isKept ? "kept below /jobs/" + ObjectKeys.folder(job) : "deleted"));
  }

  /**
   * The events for a change of status. before is null at a job's start, and has no startTime while
   * the job waits.
   */
  public static List<Notice> between(ProfileJobStatus before, ProfileJobStatus after) {
    var notices = new ArrayList<Notice>();
    var begins = before == null || before.startTime() == null;
    if (begins && !after.recordings().isEmpty()) {
      after.conditions().stream()
          .filter(condition -> condition.type().equals(Reasons.TARGETS_SELECTED))
          .forEach(condition ->
              notices.add(new Notice(Type.Normal, condition.reason(), condition.message())));
    }
    var earlier = before == null || before.recordings() == null
        ? Map.<String, RecordingStatus>of()
        : byKey(before.recordings());
    var theJobSaysIt = after.phase() == JobPhase.FAILED && after.recordings().size() == 1;
    for (var recording : theJobSaysIt ? List.<RecordingStatus>of() : after.recordings()) {
      var old = earlier.get(Snapshot.key(recording));
      if (recording.phase() == RecordingPhase.FAILED
          && (old == null || old.phase() != RecordingPhase.FAILED)) {
        notices.add(new Notice(
            Type.Warning, recording.reason(), recording.pod() + ": " + recording.message()));
      }
    }
    STANDING.forEach((type, severity) -> after
        .condition(type)
        .filter(_ -> before == null || before.condition(type).isEmpty())
        .ifPresent(condition ->
            notices.add(new Notice(severity, eventOf(condition), condition.message()))));
    if (after.phase().isTerminal()) {
      after.conditions().stream()
          .filter(condition -> !condition.type().equals(Condition.FINISHED)
              && !STANDING.containsKey(condition.type())
              && !SILENT.contains(condition.reason())
              && !isKnown(before, condition))
          .forEach(condition -> notices.add(ended(condition, after.hottest())));
    }
    return notices;
  }

  /** Harm has an event of its own: its reason is also that of the target's failure. */
  private static String eventOf(Condition standing) {
    return standing.type().equals(StandingConditions.HARMED) ? Reasons.HARMED : standing.reason();
  }

  private static boolean isKnown(ProfileJobStatus before, Condition condition) {
    return before != null && before.conditions() != null && before.conditions().contains(condition);
  }

  private static Notice ended(Condition condition, Hottest hottest) {
    if (condition.type().equals(PushPlan.PUSHED)) {
      return new Notice(
          NEVER_THERE.contains(condition.reason()) ? Type.Warning : Type.Normal,
          condition.reason(),
          condition.message());
    }
    if (condition.type().equals(StatusDraft.COMPARED)) {
      return new Notice(
          condition.status().equals("True") ? Type.Normal : Type.Warning,
          condition.reason(),
          condition.message());
    }
    var type = condition.type().equals("Failed") ? Type.Warning : Type.Normal;
    var headline = hottest == null ? "" : "; hottest: " + hottest;
    return new Notice(type, condition.reason(), condition.message() + headline);
  }

  private static Map<String, RecordingStatus> byKey(List<RecordingStatus> recordings) {
    return recordings.stream().collect(Collectors.toMap(Snapshot::key, Function.identity()));
  }
}
