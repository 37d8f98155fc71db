package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.report.JobReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A job over one pod that has ended, and what it has left in the store, each file read once. */
final class OptionRun {

  private final Cluster cluster;
  private final ProfileJob job;
  private final Map<String, byte[]> files = new HashMap<>();
  private List<RecordedEvent> events;

  OptionRun(Cluster cluster, ProfileJob job) {
    this.cluster = cluster;
    this.job = job;
  }

  boolean hasSucceeded() {
    return job.getStatus().phase() == JobPhase.SUCCEEDED;
  }

  /** The target's reason; there must be a target. */
  String reason() {
    return target().reason();
  }

  /** The messages of the only target and of the job. */
  String message() {
    return Stream.concat(
            Stream.ofNullable(job.getStatus().recordings())
                .flatMap(List::stream)
                .map(RecordingStatus::message),
            job.getStatus().conditions().stream().map(Condition::message))
        .filter(Objects::nonNull)
        .collect(Collectors.joining("\n"));
  }

  JobReport report() throws Exception {
    return new ObjectMapper()
        .readValue(cluster.text(job.getStatus().report() + "merged/report.json"), JobReport.class);
  }

  /** The target's stacks of an event. */
  List<String> stacks(String event) throws Exception {
    return text(event + ".collapsed").lines().toList();
  }

  String text(String file) throws Exception {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  byte[] bytes(String file) throws Exception {
    if (!files.containsKey(file)) {
      var link = "%s%s/%s/%s"
          .formatted(job.getStatus().report(), target().pod(), target().container(), file);
      var response = cluster.follow(link);
      if (response.statusCode() != 200) {
        throw new AssertionError("%s answered %d".formatted(link, response.statusCode()));
      }
      files.put(file, response.body());
    }
    return files.get(file);
  }

  /** The number of events of a type in the recording. */
  long count(String type) throws Exception {
    return events().stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .count();
  }

  /** The deepest stack of an event. */
  int depth(String type) throws Exception {
    return events().stream()
        .filter(
            event -> event.getEventType().getName().equals(type) && event.getStackTrace() != null)
        .mapToInt(event -> event.getStackTrace().getFrames().size())
        .max()
        .orElse(0);
  }

  private List<RecordedEvent> events() throws Exception {
    if (events == null) {
      var file = Files.createTempFile("recording", ".jfr");
      try {
        Files.write(file, bytes("recording.jfr"));
        events = RecordingFile.readAllEvents(file);
      } finally {
        Files.delete(file);
      }
    }
    return events;
  }

  private RecordingStatus target() {
    return job.getStatus().recordings().getFirst();
  }
}
