package dev.hotspotter.web.jobs;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.web.Names;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which jobs someone looks for, as it stands in the address of the list. A parameter that is empty or left out asks for nothing;
 * one that the list does not know is ignored, as Grafana adds some of its own.
 *
 * @param workload a workload's name, or none
 * @param from jobs that ended before are not meant, or null
 * @param to jobs that began after are not meant, or null
 */
record JobQuery(
    Set<String> namespaces, String workload, String label, Set<String> pods, Set<String> events, Instant from, Instant to, int page) {

  private static final int MOST_VALUES = 50;
  private static final int LONGEST_VALUE = 320;
  private static final int LAST_PAGE = 10_000;
  private static final Pattern NAMES = Pattern.compile(Names.NAME);
  private static final Pattern WORDS = Pattern.compile("[a-z]{1,30}");
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._/-]{1,253}=[A-Za-z0-9._-]{0,63}");
  private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");
  private static final Pattern AGO = Pattern.compile("now(?:-([0-9]{1,6})([smhdw]))?");

  /** What a controller adds to its name for its pods: a hash and a random part, a random part, or a number. */
  private static final Pattern POD_SUFFIX = Pattern.compile("(-[a-z0-9]{1,10})?-[a-z0-9]{1,10}");

  /** @throws IllegalArgumentException with a sentence that says what to write instead */
  static JobQuery of(Map<String, List<String>> parameters, Instant now) {
    return new JobQuery(
        all(parameters, "namespace", Names.NAMESPACE, "a namespace's name"),
        one(parameters, "workload", NAMES, "a workload's name, for example notifier"),
        one(parameters, "label", LABEL, "a label and its value, for example app=notifier"),
        all(parameters, "pod", NAMES, "a pod's name"),
        all(parameters, "event", WORDS, "an event, for example cpu"),
        time(one(parameters, "from", null, ""), "from", now),
        time(one(parameters, "to", null, ""), "to", now),
        page(one(parameters, "page", null, "")));
  }

  /** What is cheap to know of a job. */
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

  /** Whoever chose the pods another way, their names tell whose they are. */
  private static boolean isOf(String workload, JobSummary job) {
    return workload.equals(job.workload())
        || job.pods().stream()
            .anyMatch(pod -> pod.startsWith(workload) && POD_SUFFIX.matcher(pod.substring(workload.length())).matches());
  }

  private static Set<String> all(Map<String, List<String>> parameters, String name, Pattern shape, String example) {
    var values = parameters.getOrDefault(name, List.of()).stream().map(String::strip).filter(value -> !value.isEmpty()).toList();
    if (values.size() > MOST_VALUES) {
      throw new IllegalArgumentException("%s can be given %d times at most".formatted(name, MOST_VALUES));
    }
    if (values.stream().anyMatch(value -> value.length() > LONGEST_VALUE || shape != null && !shape.matcher(value).matches())) {
      throw new IllegalArgumentException("%s must be %s".formatted(name, example));
    }
    return Set.copyOf(values);
  }

  private static String one(Map<String, List<String>> parameters, String name, Pattern shape, String example) {
    var values = all(parameters, name, shape, example.isEmpty() ? "shorter" : example);
    if (values.size() > 1) {
      throw new IllegalArgumentException("%s can be given only once".formatted(name));
    }
    return values.stream().findFirst().orElse(null);
  }

  private static Instant time(String text, String name, Instant now) {
    if (text == null) {
      return null;
    }
    if (MILLIS.matcher(text).matches()) {
      return Instant.ofEpochMilli(Long.parseLong(text));
    }
    var ago = AGO.matcher(text);
    if (ago.matches()) {
      return ago.group(1) == null ? now : now.minus(Age.one(ago.group(2)).multipliedBy(Long.parseLong(ago.group(1))));
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          name + " must be a time such as 2026-11-21T10:00:00Z, milliseconds since 1970, or now-6h", e);
    }
  }

  private static int page(String text) {
    if (text == null) {
      return 1;
    }
    if (!text.matches("[1-9][0-9]{0,4}") || Integer.parseInt(text) > LAST_PAGE) {
      throw new IllegalArgumentException("page must be a whole number from 1 to " + LAST_PAGE);
    }
    return Integer.parseInt(text);
  }
}
