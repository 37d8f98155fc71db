package dev.hotspotter.web.compare;

import dev.hotspotter.api.Event;
import dev.hotspotter.web.Names;
import dev.hotspotter.web.form.ProfileForm;
import dev.hotspotter.web.jobs.Age;
import dev.hotspotter.web.jobs.JobSummary;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What someone wants to compare, as it stands in the address.
 *
 * @param a the earlier one, or null while it is to be chosen
 * @param b the later one, or null while it is to be chosen
 * @param event null for the first that both have recorded
 * @param namespace where to choose from while neither is chosen, or empty
 * @param before instead of a: the newest recording of the same that is so much older than b; null if a is to be chosen otherwise
 */
public record CompareQuery(Side a, Side b, Event event, String namespace, Age before) {

  private static final int LONGEST = 1_100;

  /** A job, or one target of it: pod and container are null for all of its targets. */
  public record Side(String folder, String pod, String container) {

    private static final Pattern SHAPE = Pattern.compile("(?<folder>%1$s/%1$s)(/(?<pod>%1$s)/(?<container>%1$s))?/?".formatted(Names.NAME));

    public String namespace() {
      return folder.substring(0, folder.indexOf('/'));
    }

    /** As in the address. */
    public String value() {
      return pod == null ? folder.substring(0, folder.length() - 1) : "%s%s/%s".formatted(folder, pod, container);
    }
  }

  /** @throws IllegalArgumentException with a sentence that says what to write instead */
  static CompareQuery of(Map<String, List<String>> parameters) {
    var event = one(parameters, "event");
    var namespace = one(parameters, "namespace");
    if (!namespace.isEmpty() && !Names.NAMESPACE.matcher(namespace).matches()) {
      throw new IllegalArgumentException("namespace must be a namespace's name");
    }
    var a = side(one(parameters, "a"), "a");
    var b = side(one(parameters, "b"), "b");
    var before = one(parameters, "before");
    if (!before.isEmpty() && (a != null || b == null)) {
      throw new IllegalArgumentException("before needs b and takes the place of a, as in b=shop/checkout-2b7d9e10&before=7d");
    }
    return new CompareQuery(
        a, b, event.isEmpty() ? null : ProfileForm.event(event), namespace, before.isEmpty() ? null : Age.of(before));
  }

  private static Side side(String text, String name) {
    if (text.isEmpty()) {
      return null;
    }
    var parts = Side.SHAPE.matcher(text);
    if (!parts.matches() || !Names.NAMESPACE.matcher(text.substring(0, text.indexOf('/'))).matches()) {
      throw new IllegalArgumentException(
          name + " must be a job or one target of it, as in its link: namespace/job-1f0c3a5e or namespace/job-1f0c3a5e/pod/container");
    }
    return new Side(parts.group("folder") + "/", parts.group("pod"), parts.group("container"));
  }

  private static String one(Map<String, List<String>> parameters, String name) {
    var values = parameters.getOrDefault(name, List.of()).stream().map(String::strip).filter(value -> !value.isEmpty()).distinct().toList();
    if (values.size() > 1) {
      throw new IllegalArgumentException(name + " can be given only once");
    }
    if (!values.isEmpty() && values.getFirst().length() > LONGEST) {
      throw new IllegalArgumentException(name + " is too long");
    }
    return values.isEmpty() ? "" : values.getFirst();
  }

  boolean isComplete() {
    return a != null && b != null;
  }

  /** All that one must be allowed to see. */
  Set<String> namespaces() {
    var all = new TreeSet<String>();
    if (a != null) {
      all.add(a.namespace());
    }
    if (b != null) {
      all.add(b.namespace());
    }
    if (!namespace.isEmpty()) {
      all.add(namespace);
    }
    return all;
  }

  /** The same of another event. */
  public String query(Event other) {
    return query(a, b, other);
  }

  /** The same the other way round. */
  public String swapped(Event other) {
    return query(b, a, other);
  }

  /** B against that job. */
  public String against(JobSummary job) {
    var pair = "a=%s&b=%s".formatted(encoded(new Side(job.folder(), null, null)), encoded(b));
    return event == null ? pair : pair + "&event=" + event.word();
  }

  private static String query(Side one, Side two, Event event) {
    return "a=%s&b=%s&event=%s".formatted(encoded(one), encoded(two), event.word());
  }

  private static String encoded(Side side) {
    return URLEncoder.encode(side.value(), StandardCharsets.UTF_8);
  }
}
