package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** The files that the operator makes of the recordings, and how long it keeps them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "self.formats.all(f, self.formats.exists_one(g, g == f))",
    fieldPath = ".formats",
    message = "must name each format once; for example [flamegraph, heatmap]")
@ValidationRule(
    value = "(self.mergeBy == 'label') == has(self.mergeLabel)",
    fieldPath = ".mergeLabel",
    message = "mergeLabel must be set exactly when mergeBy is label;"
        + " for example {mergeBy: label, mergeLabel: topology.kubernetes.io/zone}")
@ValidationRule(
    value = "!has(self.mergeLabel) || self.mergeLabel.matches('" + Patterns.LABEL_KEY + "')",
    fieldPath = ".mergeLabel",
    message = "must be the key of a label; for example topology.kubernetes.io/zone")
@ValidationRule(
    value = "!has(self.retention) || self.retention.matches('^[1-9][0-9]{0,4}[mhd]$')",
    fieldPath = ".retention",
    message = "must be minutes, hours or days; for example 7d")
public record ArtifactOptions(
    @Default("[\"flamegraph\",\"collapsed\"]")
    @Size(min = 1, max = 6)
    @JsonPropertyDescription(
        "The formats for each event, of each target's recording and of all together: flamegraph, heatmap (samples"
            + " over time), collapsed (stacks as text), pprof, otlp, grafana (rows for its flame graph panel). The"
            + " recording, each target's collapsed stacks, the merged flame graph and the report always exist."
            + " Example: [flamegraph, heatmap, pprof]")
    List<Format> formats,

    @Default("\"none\"")
    @JsonPropertyDescription(
        "What the merged flame graph and collapsed stacks keep apart by their outermost frame: none, pod, node,"
            + " version (the pods' label app.kubernetes.io/version), or label (the one in mergeLabel). Example:"
            + " version")
    MergeBy mergeBy,

    @Size(min = 1, max = 317)
    @JsonPropertyDescription(
        "With mergeBy: label, the key of the pods' label. For topology.kubernetes.io/zone, a pod without it has"
            + " its node's value. Example: topology.kubernetes.io/zone")
    String mergeLabel,

    @Default("\"Retain\"")
    @JsonPropertyDescription(
        "What happens to the job's objects when the ProfileJob is deleted, by hand or by ttlSecondsAfterFinished."
            + " Retain keeps them until their retention is over, Delete removes them within minutes. Example:"
            + " Delete")
    ReclaimPolicy reclaimPolicy,

    @Size(min = 2, max = 6)
    @JsonPropertyDescription(
        "How long the store keeps the job's objects after its end, in minutes, hours or days. The installation's"
            + " retention.maxAge applies if it is shorter, or if this is not set. Example: 7d")
    String retention) {

  /** The CRD's defaults. */
  static final ArtifactOptions DEFAULT = new ArtifactOptions(
      List.of(Format.FLAMEGRAPH, Format.COLLAPSED), MergeBy.NONE, null, ReclaimPolicy.RETAIN, null);
}
