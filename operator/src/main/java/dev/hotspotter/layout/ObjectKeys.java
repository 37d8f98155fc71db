package dev.hotspotter.layout;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;

/**
 * The keys of objects in the store. Links below /jobs/ have the same paths. In the bucket, the
 * first part also has the namespace's uid.
 */
public final class ObjectKeys {

  public static final String RECORDING = "recording.jfr";
  public static final String DIAGNOSTICS = "diagnostics.txt";
  public static final String ORDERS = "orders.json";
  public static final String REPORT = "merged/report.json";

  private ObjectKeys() {}

  /**
   * The job's folder, with a slash at its end. It has the uid, so that a later job of the same name
   * gets another folder.
   */
  public static String folder(ProfileJob job) {
    return "%s/%s/".formatted(job.getMetadata().getNamespace(), folderName(job));
  }

  /** The last part of the job's folder. */
  public static String folderName(ProfileJob job) {
    return "%s-%s".formatted(job.getMetadata().getName(), shortUid(job));
  }

  public static String recording(ProfileJob job, RecordingStatus target) {
    return folder(job) + below(target, RECORDING);
  }

  public static String diagnostics(ProfileJob job, RecordingStatus target) {
    return folder(job) + below(target, DIAGNOSTICS);
  }

  public static String collapsed(ProfileJob job, RecordingStatus target, Event event) {
    return folder(job) + collapsed(target.pod(), target.container(), event);
  }

  public static String answers(ProfileJob job, RecordingStatus target) {
    return folder(job) + below(target, "answers.json");
  }

  /** The object in which the sidecar looks for orders while it records. */
  public static String orders(ProfileJob job, RecordingStatus target) {
    return folder(job) + below(target, ORDERS);
  }

  /** An empty object beside a recording; it marks that Pyroscope has the recording. */
  public static String sent(ProfileJob job, RecordingStatus target) {
    return folder(job) + below(target, "pyroscope.sent");
  }

  /** The merged flame graph's path below the job's folder. */
  public static String mergedFlameGraph(Event event) {
    return "merged/" + event.word() + ".html";
  }

  /** The differential flame graph's path below the job's folder. */
  public static String differentialFlameGraph(Event event) {
    return "merged/" + event.word() + "diff.html";
  }

  /** A target's file in a format, as a path below the job's folder. */
  public static String below(RecordingStatus target, Event event, Format format) {
    return below(target, name(event, format));
  }

  /** The file over all targets in a format, as a path below the job's folder. */
  public static String merged(Event event, Format format) {
    return "merged/" + name(event, format);
  }

  private static String name(Event event, Format format) {
    return event.word() + "." + format.ending();
  }

  /** The stacks' path below the job's folder. */
  public static String collapsed(String pod, String container, Event event) {
    return "%s/%s/%s.collapsed".formatted(pod, container, event.word());
  }

  /** A target's file as a path below the job's folder. */
  public static String below(RecordingStatus target, String file) {
    return "%s/%s/%s".formatted(target.pod(), target.container(), file);
  }

  /** The first eight characters of the job's uid. */
  public static String shortUid(ProfileJob job) {
    return job.getMetadata().getUid().substring(0, 8);
  }
}
