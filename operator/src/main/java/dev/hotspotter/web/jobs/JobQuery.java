package dev.hotspotter.web.jobs;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.web.NamePatterns;
import dev.hotspotter.web.RequestParameters;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A search for jobs, from the address of the list. An empty parameter filters nothing. Unknown
 * parameters are ignored, because Grafana adds some.
 *
 * @param workload a workload's name, or none
 * @param from excludes jobs that ended before, or null
 * @param to excludes jobs that began after, or null
 */
record JobQuery(
    Set<String> namespaces,
    String workload,
    String label,
    Set<String> pods,
    Set<String> events,
    Instant from,
    Instant to,
    int page) {

  private static final int MOST_VALUES = 50;
  private static final Pattern NAME = Pattern.compile(NamePatterns.NAME);
  private static final Pattern WORD = Pattern.compile("[a-z]{1,30}");
  private static final Pattern LABEL =
      Pattern.compile("[A-Za-z0-9._/-]{1,253}=[A-Za-z0-9._-]{0,63}");
  private static final Pattern PAGE = Pattern.compile("[1-9][0-9]{0,3}|10000");
  private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");
  private static final Pattern AGO = Pattern.compile("now(?:-([0-9]{1,6}[smhdw]))?");

  /**
   * The suffix of pods' names from a controller: a hash and a random part, a random part, or a
   * number.
   */
  private static final Pattern POD_SUFFIX = Pattern.compile("(-[a-z0-9]{1,10})?-[a-z0-9]{1,10}");

  static JobQuery of(RequestParameters parameters, Instant now) {
    return new JobQuery(
        Set.copyOf(
            parameters.all("namespace", MOST_VALUES, NamePatterns.NAMESPACE, "a namespace's name")),
        parameters
            .one("workload", NAME, "a workload's name, for example notifier")
            .orElse(null),
        parameters
            .one("label", LABEL, "a label and its value, for example app=notifier")
            .orElse(null),
        Set.copyOf(parameters.all("pod", MOST_VALUES, NAME, "a pod's name")),
        Set.copyOf(parameters.all("event", MOST_VALUES, WORD, "an event, for example cpu")),
        parameters.one("from").map(text -> time("from", text, now)).orElse(null),
        parameters.one("to").map(text -> time("to", text, now)).orElse(null),
        parameters
            .one("page", PAGE, "a whole number from 1 to 10000")
            .map(Integer::parseInt)
            .orElse(1));
  }

  /** False for a job that surely does not match; cheap. */
  boolean mayMean(ProfileJob job) {
    return namespaces.isEmpty() || namespaces.contains(job.getMetadata().getNamespace());
  }

  boolean matches(JobSummary job) {
    return (namespaces.isEmpty() || namespaces.contains(job.namespace()))
        && (workload == null || isOf(workload, job))
        && (label == null || job.labels().contains(label))
        && (pods.isEmpty() || pods.stream().anyMatch(job.pods()::contains))
        && (events.isEmpty() || events.stream().anyMatch(job.events()::contains))
        && (from == null || job.end() == null || !job.end().isBefore(from))
        && (to == null || !job.start().isAfter(to));
  }

  /** Compares the pods' names with the workload, because jobs may choose pods in another way. */
  private static boolean isOf(String workload, JobSummary job) {
    return workload.equals(job.workload())
        || job.pods().stream()
            .filter(pod -> pod.startsWith(workload))
            .anyMatch(
                pod -> POD_SUFFIX.matcher(pod.substring(workload.length())).matches());
  }

  private static Instant time(String name, String text, Instant now) {
    if (MILLIS.matcher(text).matches()) {
      return Instant.ofEpochMilli(Long.parseLong(text));
    }
    var ago = AGO.matcher(text);
    if (ago.matches()) {
      return ago.group(1) == null ? now : now.minus(Durations.parse(ago.group(1)));
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw RequestParameters.mustBe(
          name, "a time such as 2026-11-21T10:00:00Z, milliseconds since 1970, or now-6h");
    }
  }
}
