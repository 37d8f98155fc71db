package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** The files that the operator makes of the recordings, and how long it keeps them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "(self.groupBy == 'Label') == has(self.groupByLabel)",
    fieldPath = ".groupByLabel",
    message = "groupByLabel must be set exactly when groupBy is Label;"
        + " for example {groupBy: Label, groupByLabel: topology.kubernetes.io/zone}")
@ValidationRule(
    value = "!has(self.groupByLabel) || self.groupByLabel.matches('" + Patterns.LABEL_KEY + "')",
    fieldPath = ".groupByLabel",
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

    @Default("\"None\"")
    @JsonPropertyDescription(
        "What the merged flame graph and collapsed stacks keep apart by their outermost frame: None, Pod, Node,"
            + " Version (the pods' label app.kubernetes.io/version), or Label (the one in groupByLabel). Example:"
            + " Version")
    GroupBy groupBy,

    @Size(min = 1, max = 317)
    @JsonPropertyDescription(
        "With groupBy: Label, the key of the pods' label. For topology.kubernetes.io/zone, a pod without it has"
            + " its node's value. Example: topology.kubernetes.io/zone")
    String groupByLabel,

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
      List.of(Format.FLAMEGRAPH, Format.COLLAPSED), GroupBy.NONE, null, ReclaimPolicy.RETAIN, null);
}
