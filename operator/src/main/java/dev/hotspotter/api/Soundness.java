package dev.hotspotter.api;

import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Patterns;
import dev.hotspotter.api.spec.ProfileJobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Checks the operator's assumptions about a ProfileJob beyond the types of its fields. */
final class Soundness {

  private static final Duration LONGEST = Duration.ofDays(31);

  private final List<String> problems = new ArrayList<>();

  private Soundness() {}

  /** The fields that a spec lacks although the API server requires them or fills them in. */
  static List<String> ofSpec(ProfileJobSpec spec) {
    var soundness = new Soundness();
    soundness.spec(spec);
    return soundness.problems;
  }

  /** The parts of a status that the operator cannot have written. */
  static List<String> ofStatus(ProfileJobStatus status) {
    var soundness = new Soundness();
    soundness.status(status);
    return soundness.problems;
  }

  private void spec(ProfileJobSpec spec) {
    present("spec.parallelism", spec.parallelism());
    if (present("spec.target", spec.target())) {
      present("spec.target.sample", spec.target().sample());
      present("spec.target.minAge", spec.target().minAge());
      var target = spec.target();
      if (Stream.of(target.selector(), target.workloadRef(), target.pods())
          .allMatch(Objects::isNull)) {
        problems.add("spec.target names no pods");
      }
    }
    if (present("spec.recording", spec.recording())) {
      events(spec.recording().events());
      present("spec.recording.duration", spec.recording().duration());
      present("spec.recording.kernelStacks", spec.recording().kernelStacks());
    }
    full("spec.artifacts.formats", spec.artifacts().formats());
    present("spec.artifacts.groupBy", spec.artifacts().groupBy());
  }

  private void events(List<EventSpec> events) {
    full("spec.recording.events", events);
    each("spec.recording.events", events, event -> event.type() != null);
  }

  private void status(ProfileJobStatus status) {
    if (present("status.phase", status.phase())) {
      phase(status);
    }
    if (status.hottest() != null && !status.hottest().isSound()) {
      problems.add("status.hottest is incomplete");
    }
    time("status.startTime", status.startTime());
    time("status.deadline", status.deadline());
    time("status.completionTime", status.completionTime());
    each(
        "status.conditions",
        status.conditions(),
        c -> c.type() != null && c.status() != null && c.reason() != null);
    each("status.ineligible", status.ineligible(), i -> i.reason() != null && i.pods() != null);
    each("status.images", status.images(), Soundness::isImage);
    each("status.recordings", status.recordings(), this::isTarget);
    var seen = new HashSet<String>();
    each(
        "status.recordings",
        status.recordings(),
        r -> r != null && seen.add(r.pod() + "/" + r.container()));
  }

  /** Checks the phase against startTime, which all jobs but pending ones have. */
  private void phase(ProfileJobStatus status) {
    var started = status.startTime() != null;
    if (status.phase() == JobPhase.PENDING ? started : !started) {
      var contradiction = "status.phase is %s and status.startTime is %s";
      problems.add(contradiction.formatted(status.phase().word(), started ? "set" : "missing"));
    }
    if (started) {
      present("status.recordings", status.recordings());
      present("status.conditions", status.conditions());
      present("status.targets", status.targets());
    }
    if (status.phase().isTerminal()) {
      present("status.completionTime", status.completionTime());
    } else if (started) {
      full("status.recordings", status.recordings());
      if (present("status.deadline", status.deadline())) {
        deadline(status);
      }
    }
  }

  /** No job may run for ever. */
  private void deadline(ProfileJobStatus status) {
    if (Patterns.isTimeOrNone(status.startTime())
        && Patterns.isTimeOrNone(status.deadline())
        && Instant.parse(status.startTime())
            .plus(LONGEST)
            .isBefore(Instant.parse(status.deadline()))) {
      problems.add("status.deadline is more than %d days after status.startTime"
          .formatted(LONGEST.toDays()));
    }
  }

  private static boolean isImage(ImageStatus image) {
    return Stream.of(image.imageID(), image.targets(), image.succeeded(), image.harmed())
        .allMatch(Objects::nonNull);
  }

  private boolean isTarget(RecordingStatus recording) {
    time("status.recordings[].injectionTime", recording.injectionTime());
    time("status.recordings[].startTime", recording.startTime());
    time("status.recordings[].endTime", recording.endTime());
    return Stream.of(recording.pod(), recording.podUID(), recording.container(), recording.phase())
            .allMatch(Objects::nonNull)
        && (!recording.phase().occupiesTarget() || recording.injectionTime() != null)
        && (recording.phase() != RecordingPhase.FAILED
            || recording.reason() != null && recording.message() != null);
  }

  private boolean present(String field, Object value) {
    if (value == null) {
      problems.add(field + " is missing");
    }
    return value != null;
  }

  private void full(String field, List<?> values) {
    if (values == null || values.isEmpty() || values.stream().anyMatch(Objects::isNull)) {
      problems.add(field + " is empty");
    }
  }

  private <T> void each(String field, List<T> values, Predicate<T> isSound) {
    if (values != null
        && !values.stream().allMatch(value -> value != null && isSound.test(value))) {
      problems.add(field + " has an incomplete or duplicate entry");
    }
  }

  private void time(String field, String value) {
    if (!Patterns.isTimeOrNone(value)) {
      problems.add(field + " is no time such as 2026-11-21T10:00:00Z");
    }
  }
}
