package dev.hotspotter.web.compare;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.web.NamePatterns;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.form.ProfileForm;
import dev.hotspotter.web.jobs.Age;
import dev.hotspotter.web.jobs.JobSummary;
import io.javalin.http.BadRequestResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The two sides of a comparison, from the address.
 *
 * @param a the earlier one, or null before the choice
 * @param b the later one, or null before the choice
 * @param event null for the first that both have recorded
 * @param namespace the namespace to choose from before any choice, or empty
 * @param before the age difference to b that replaces a, or null
 */
public record CompareQuery(Side a, Side b, Event event, String namespace, Age before) {

  /** A job, or one of its targets: pod and container are null for all targets. */
  public record Side(String folder, String pod, String container) {

    private static final Pattern SHAPE = Pattern.compile(
        "(?<folder>%1$s/%1$s)(/(?<pod>%1$s)/(?<container>%1$s))?/?".formatted(NamePatterns.NAME));

    public String namespace() {
      return folder.substring(0, folder.indexOf('/'));
    }

    /** The side in an address. */
    public String value() {
      return pod == null
          ? folder.substring(0, folder.length() - 1)
          : "%s%s/%s".formatted(folder, pod, container);
    }
  }

  static CompareQuery of(RequestParameters parameters) {
    var a = parameters.one("a").map(text -> side("a", text)).orElse(null);
    var b = parameters.one("b").map(text -> side("b", text)).orElse(null);
    var before = parameters.one("before").map(Age::of).orElse(null);
    if (before != null && (a != null || b == null)) {
      throw new BadRequestResponse(
          "before needs b and takes the place of a, as in b=shop/checkout-2b7d9e10&before=7d");
    }
    return new CompareQuery(
        a,
        b,
        parameters.one("event").map(ProfileForm::event).orElse(null),
        parameters.namespace(),
        before);
  }

  private static Side side(String name, String text) {
    var parts = Side.SHAPE.matcher(text);
    if (!parts.matches()
        || !NamePatterns.NAMESPACE.matcher(text.substring(0, text.indexOf('/'))).matches()) {
      throw RequestParameters.mustBe(
          name,
          "a job or one target of it, as in its link: namespace/job-1f0c3a5e or namespace/job-1f0c3a5e/pod/container");
    }
    return new Side(parts.group("folder") + "/", parts.group("pod"), parts.group("container"));
  }

  boolean isComplete() {
    return a != null && b != null;
  }

  /** The namespaces that the viewer must be allowed to see. */
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

  /** The same comparison for another event. */
  public String query(Event other) {
    return query(a, b, other);
  }

  /** The comparison with a and b swapped. */
  public String swapped(Event other) {
    return query(b, a, other);
  }

  /** The comparison of b with that job. */
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
