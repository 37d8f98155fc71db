package dev.hotspotter.web.form;

import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.web.RequestParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of the form, typed or from a link. The API server validates them; the form only limits
 * their lengths.
 */
public record ProfileForm(
    String namespace,
    String pods,
    String kind,
    String workload,
    String label,
    Set<Event> events,
    String duration,
    boolean threads,
    JfrProfile jfrSync,
    Set<Diagnostic> diagnostics,
    boolean previous) {

  private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");
  private static final List<String> KINDS =
      List.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob");
  private static final List<Event> USUAL = List.of(
      Event.CPU,
      Event.WALL,
      Event.ALLOC,
      Event.LIVE,
      Event.LOCK,
      Event.NATIVELOCK,
      Event.NATIVEMEM,
      Event.EXCEPTIONS);

  static ProfileForm of(RequestParameters parameters) {
    var events =
        new TreeSet<>(parameters.all("event").stream().map(ProfileForm::event).toList());
    return new ProfileForm(
        parameters.namespace(),
        String.join(" ", words(parameters.all("pod"))),
        kind(parameters.one("kind").orElse("")),
        parameters.one("workload").orElse(""),
        String.join(",", words(parameters.all("label"))),
        events.isEmpty() ? Set.of(Event.CPU) : events,
        parameters.one("duration").orElse("60s"),
        parameters.one("threads").isPresent(),
        parameters.one("jfrSync").map(ProfileForm::jfrSync).orElse(null),
        new TreeSet<>(
            parameters.all("diagnostic").stream().map(ProfileForm::diagnostic).toList()),
        parameters.one("previous").isPresent());
  }

  public static Event event(String word) {
    return RequestParameters.constant(
        "event", word, Event.values(), Event::word, "an event, for example cpu");
  }

  private static Diagnostic diagnostic(String word) {
    return RequestParameters.constant(
        "diagnostic",
        word,
        Diagnostic.values(),
        Diagnostic::word,
        "a diagnostic, for example threadDump");
  }

  private static JfrProfile jfrSync(String word) {
    return RequestParameters.constant(
        "jfrSync", word, JfrProfile.values(), JfrProfile::word, "default or profile");
  }

  /** Metrics have kinds in lower case. */
  private static String kind(String word) {
    return KINDS.stream()
        .filter(word::equalsIgnoreCase)
        .findFirst()
        .orElse(word.isEmpty() ? KINDS.getFirst() : word);
  }

  /** The form's events: the usual ones, and those of the link. */
  public Set<Event> choices() {
    var choices = new TreeSet<>(USUAL);
    choices.addAll(events);
    return choices;
  }

  public List<JfrProfile> jfrProfiles() {
    return List.of(JfrProfile.values());
  }

  public List<Diagnostic> allDiagnostics() {
    return List.of(Diagnostic.values());
  }

  /** The usual kinds, and that of the link. */
  public List<String> kinds() {
    return KINDS.contains(kind)
        ? KINDS
        : Stream.concat(KINDS.stream(), Stream.of(kind)).toList();
  }

  /** The problems that prevent a job; empty if the API server can decide. */
  List<String> problems() {
    var problems = new ArrayList<String>();
    if (namespace.isEmpty()) {
      problems.add("name the namespace of the pods");
    }
    if (pods.isEmpty() && workload.isEmpty() && label.isEmpty()) {
      problems.add("name pods, a workload, or a label that the pods have");
    }
    if (words(List.of(label)).stream().anyMatch(word -> word.indexOf('=') < 1)) {
      problems.add("a label must have a name and a value, for example app=notifier");
    }
    return problems;
  }

  /** The job for these values. */
  Manifest manifest() {
    var spec = ProfileJobSpecBuilder.builder()
        .target(TargetBuilder.builder()
            .pods(pods.isEmpty() ? null : words(List.of(pods)))
            .workloadRef(workload.isEmpty() ? null : new WorkloadRef(null, kind, workload))
            .selector(label.isEmpty() ? null : new PodSelector(labels(), null))
            .build())
        .recording(RecordingBuilder.builder()
            .duration(duration)
            .events(events.stream().map(EventSpec::of).toList())
            .threads(threads ? true : null)
            .jfrSync(jfrSync)
            .diagnostics(diagnostics.isEmpty() ? null : List.copyOf(diagnostics))
            .build())
        .baseline(previous ? new BaselineSpec(null, new BaselineSpec.Previous()) : null)
        .build();
    return new Manifest(namespace, Manifest.prefix(name(spec)), spec);
  }

  private String name(ProfileJobSpec spec) {
    var target = spec.target();
    if (target.workloadRef() != null) {
      return target.workloadRef().name();
    }
    return target.pods() != null
        ? target.pods().getFirst()
        : target.selector().matchLabels().values().iterator().next();
  }

  private Map<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    for (var word : words(List.of(label))) {
      var parts = word.split("=", 2);
      labels.put(parts[0], parts[1]);
    }
    return labels;
  }

  /** People separate values with commas or spaces. */
  private static List<String> words(List<String> texts) {
    return texts.stream()
        .flatMap(SEPARATOR::splitAsStream)
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
