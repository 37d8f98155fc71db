package dev.hotspotter.web.form;

import dev.hotspotter.api.BaselineRef;
import dev.hotspotter.api.Diagnostic;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.JfrProfile;
import dev.hotspotter.api.PodSelector;
import dev.hotspotter.api.ProfileJobSpec;
import dev.hotspotter.api.ProfileJobSpecBuilder;
import dev.hotspotter.api.RecordingBuilder;
import dev.hotspotter.api.TargetBuilder;
import dev.hotspotter.api.WorkloadRef;
import dev.hotspotter.web.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What someone wants to have profiled, as they have typed it or as a link has filled it in. What the values may be is the API
 * server's to say; here they only have bounded lengths.
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

  private static final int LONGEST = 2_000;
  private static final int MOST_VALUES = 100;

  private static final List<String> KINDS = List.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob");
  private static final List<Event> USUAL =
      List.of(Event.CPU, Event.WALL, Event.ALLOC, Event.LIVE, Event.LOCK, Event.NATIVELOCK, Event.NATIVEMEM, Event.EXCEPTIONS);

  /** @throws IllegalArgumentException with a sentence about what no form and no link of ours sends */
  static ProfileForm of(Map<String, List<String>> parameters) {
    var events = new TreeSet<Event>();
    values(parameters, "event").forEach(word -> events.add(event(word)));
    var diagnostics = new TreeSet<Diagnostic>();
    values(parameters, "diagnostic").forEach(word -> diagnostics.add(diagnostic(word)));
    var duration = one(parameters, "duration");
    return new ProfileForm(
        namespace(one(parameters, "namespace")),
        String.join(" ", words(values(parameters, "pod"))),
        kind(one(parameters, "kind")),
        one(parameters, "workload"),
        String.join(",", words(values(parameters, "label"))),
        events.isEmpty() ? Set.of(Event.CPU) : events,
        duration.isEmpty() ? "60s" : duration,
        !one(parameters, "threads").isEmpty(),
        jfrSync(one(parameters, "jfrSync")),
        diagnostics,
        !one(parameters, "previous").isEmpty());
  }

  public static Event event(String word) {
    return Arrays.stream(Event.values())
        .filter(event -> event.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("event must be an event, for example cpu"));
  }

  private static Diagnostic diagnostic(String word) {
    return Arrays.stream(Diagnostic.values())
        .filter(diagnostic -> diagnostic.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("diagnostic must be a diagnostic, for example threadDump"));
  }

  private static JfrProfile jfrSync(String word) {
    return word.isEmpty()
        ? null
        : Arrays.stream(JfrProfile.values())
            .filter(profile -> profile.word().equals(word))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("jfrSync must be default or profile"));
  }

  private static String namespace(String name) {
    if (!name.isEmpty() && !Names.NAMESPACE.matcher(name).matches()) {
      throw new IllegalArgumentException("namespace must be a namespace's name");
    }
    return name;
  }

  /** Metrics have kinds in small letters. */
  private static String kind(String word) {
    return KINDS.stream().filter(word::equalsIgnoreCase).findFirst().orElse(word.isEmpty() ? KINDS.getFirst() : word);
  }

  private static String one(Map<String, List<String>> parameters, String name) {
    var values = values(parameters, name);
    if (values.size() > 1) {
      throw new IllegalArgumentException(name + " can be given only once");
    }
    return values.isEmpty() ? "" : values.getFirst();
  }

  private static List<String> values(Map<String, List<String>> parameters, String name) {
    var values = parameters.getOrDefault(name, List.of()).stream().map(String::strip).filter(value -> !value.isEmpty()).toList();
    if (values.size() > MOST_VALUES || values.stream().mapToInt(String::length).sum() > LONGEST) {
      throw new IllegalArgumentException(name + " is too long");
    }
    return values;
  }

  /** What can be ticked: the usual events, and those that a link asks for. */
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

  /** The kinds to choose from, and that of the link. */
  public List<String> kinds() {
    return KINDS.contains(kind) ? KINDS : Stream.concat(KINDS.stream(), Stream.of(kind)).toList();
  }

  /** What keeps it from being written down; empty when there is enough to ask the API server. */
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

  /** The job that this asks for. */
  Manifest manifest() {
    var spec = ProfileJobSpecBuilder.builder()
        .target(TargetBuilder.builder()
            .pods(pods.isEmpty() ? null : words(List.of(pods)))
            .workloadRef(workload.isEmpty() ? null : new WorkloadRef(null, kind, workload))
            .selector(label.isEmpty() ? null : new PodSelector(labels(), null))
            .build())
        .recording(RecordingBuilder.builder()
            .duration(duration)
            .events(List.copyOf(events))
            .threads(threads ? true : null)
            .jfrSync(jfrSync)
            .diagnostics(diagnostics.isEmpty() ? null : List.copyOf(diagnostics))
            .build())
        .baselineRef(previous ? new BaselineRef(null, true) : null)
        .build();
    return new Manifest(namespace, Manifest.prefix(name(spec)), spec);
  }

  private String name(ProfileJobSpec spec) {
    var target = spec.target();
    if (target.workloadRef() != null) {
      return target.workloadRef().name();
    }
    return target.pods() != null ? target.pods().getFirst() : target.selector().matchLabels().values().iterator().next();
  }

  private Map<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    words(List.of(label)).forEach(word -> labels.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1)));
    return labels;
  }

  /** People write several with commas or spaces between them. */
  private static List<String> words(List<String> texts) {
    return texts.stream().flatMap(text -> Arrays.stream(text.split("[\\s,]+"))).filter(word -> !word.isEmpty()).toList();
  }
}
