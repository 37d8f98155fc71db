package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.soabase.recordbuilder.core.RecordBuilder;

/** What the user asks for. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileJobSpec(
    @Required @JsonPropertyDescription("Which JVMs to profile. Example: {selector: {matchLabels: {app: notifier}}}")
        Target target,
    @Default("{\"duration\":\"60s\",\"events\":[\"cpu\"],\"interval\":\"10ms\",\"kernelStacks\":false}") @JsonPropertyDescription("What to record, and for how long. Example: {duration: 30s, events: [cpu, alloc]}")
        Recording recording,
    @JsonPropertyDescription("What the operator cannot find out about the targets by itself. Example: {runAsUser: 1000, runAsGroup: 1000}")
        SidecarOptions sidecar,
    @Default("10") @Min(1) @Max(100)
        @JsonPropertyDescription(
            "How many targets record at the same time, 1 to 100; the others wait for their turn. Example: 5")
        Integer parallelism,
    @Min(1) @Max(ProfileJobSpec.LONGEST_DEADLINE)
        @JsonPropertyDescription(
            "Seconds after the start of the job at which it fails if it is not finished, at most a week."
                + " Left out, the operator allows each wave of targets its duration and two minutes, and five minutes for an object"
                + " store that is away. Example: 600")
        Long activeDeadlineSeconds,
    @Min(0) @Max(Limits.LARGEST_INT)
        @JsonPropertyDescription(
            "Seconds after which a finished job is deleted; artifacts.reclaimPolicy says what becomes of its recordings."
                + " Left out, the job is kept. Example: 86400")
        Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "The job to compare this one with: the report says which frames' shares rose or fell."
                + " Left out, nothing is compared. Example: {previous: true}")
        BaselineRef baselineRef,
    @Default("{\"formats\":[\"flamegraph\",\"collapsed\"],\"mergeBy\":\"none\",\"reclaimPolicy\":\"Retain\"}") @JsonPropertyDescription("What is made of the recordings. Example: {formats: [flamegraph, heatmap], mergeBy: version}")
        ArtifactOptions artifacts) {

  /** A week: longer than a hundred targets one after the other take. */
  public static final long LONGEST_DEADLINE = 604_800;

  /** Those of a job from before there was a choice are the defaults, too. */
  public ArtifactOptions artifacts() {
    return artifacts == null ? ArtifactOptions.DEFAULT : artifacts;
  }
}
