package dev.hotspotter.layout;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The paths of a job's files below its folder, by event and format. */
public final class FilePaths {

  private FilePaths() {}

  /**
   * The formats for each target. They include collapsed stacks, which merging and comparing need.
   */
  public static List<Format> ofTargets(ProfileJob job) {
    return Stream.concat(chosen(job).stream(), Stream.of(Format.COLLAPSED))
        .distinct()
        .sorted()
        .toList();
  }

  public static Map<String, Map<String, String>> of(ProfileJob job, RecordingStatus target) {
    var formats = ofTargets(job);
    var files = new LinkedHashMap<String, Map<String, String>>();
    for (var event : job.getSpec().recording().types()) {
      var paths = new LinkedHashMap<String, String>();
      formats.forEach(format -> paths.put(format.word(), ObjectKeys.below(target, event, format)));
      files.put(event.word(), paths);
    }
    return files;
  }

  /** The formats that need the recording, not only its stacks. */
  public static List<Format> ofRecordings(ProfileJob job) {
    return chosen(job).stream().filter(Format::isOfTheRecording).toList();
  }

  /** True if the job asks for this format. */
  public static boolean has(ProfileJob job, Format format) {
    return chosen(job).contains(format);
  }

  private static List<Format> chosen(ProfileJob job) {
    return job.getSpec().artifacts().formats();
  }
}
