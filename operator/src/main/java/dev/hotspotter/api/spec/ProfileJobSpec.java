package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The user's request. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileJobSpec(
    @Required
    @JsonPropertyDescription(
        "Which JVMs to profile. Example: {selector: {matchLabels: {app: notifier}}}")
    Target target,

    @Default("{\"duration\":\"60s\",\"events\":[{\"type\":\"cpu\"}],\"kernelStacks\":false}")
    @JsonPropertyDescription(
        "What to record, and for how long. Example: {duration: 30s, events: [{type: cpu}, {type: alloc}]}")
    Recording recording,

    @JsonPropertyDescription(
        "Facts about the targets that the operator cannot find out. Example: {runAsUser: 1000, runAsGroup: 1000}")
    SidecarOptions sidecar,

    @Default("10")
    @Min(1)
    @Max(100)
    @JsonPropertyDescription(
        "The number of targets that record at the same time, 1 to 100. The others wait. Example: 5")
    Integer parallelism,

    @Default("\"OnePerImage\"")
    @JsonPropertyDescription(
        "The targets that start first. OnePerImage: one target of each image that no job has recorded yet, and the"
            + " others once it has recorded and its JVM still runs. All: as many as parallelism allows. Example: All")
    FirstWave firstWave,

    @Min(1)
    @Max(100)
    @JsonPropertyDescription(
        "The number of failed targets after which no further target starts. By default, failures stop no other"
            + " target. Example: 3")
    Integer failureThreshold,

    @Min(1)
    @Max(ProfileJobSpec.LONGEST_DEADLINE)
    @JsonPropertyDescription(
        "Seconds from the job's start to its deadline, at most a week. Targets without a stored recording then"
            + " fail. By default each wave of targets has its duration and two minutes, and the job has five"
            + " minutes more for a store that is away. Example: 600")
    Long activeDeadlineSeconds,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription(
        "Seconds after which the operator deletes a finished job; artifacts.reclaimPolicy decides about its"
            + " recordings. By default the job stays, and a job with the condition Harmed always does. Example: 86400")
    Integer ttlSecondsAfterFinished,

    @JsonPropertyDescription(
        "True stops the job: its recordings end within seconds and are kept, and no further target starts. False"
            + " starts the waiting targets, until the job's deadline. Example: true")
    Boolean suspend,

    @JsonPropertyDescription(
        "The baseline, a job to compare this one with. The report then says which frames' shares rose or fell."
            + " Example: {previous: {}}")
    BaselineSpec baseline,

    @Default(
        "{\"formats\":[\"flamegraph\",\"collapsed\"],\"groupBy\":\"None\",\"reclaimPolicy\":\"Retain\"}")
    @JsonPropertyDescription(
        "The files made of the recordings, and how long they are kept. Example: {formats: [flamegraph, heatmap],"
            + " groupBy: Version}")
    ArtifactOptions artifacts) {

  /** A week, longer than a hundred targets take one after the other. */
  public static final long LONGEST_DEADLINE = 604_800;

  /** True if the job should not record. */
  public boolean suspended() {
    return Boolean.TRUE.equals(suspend);
  }

  /** True if one target of each new image records before the others. */
  public boolean startsWithOnePerImage() {
    return firstWave != FirstWave.ALL;
  }

  /** The defaults also apply to jobs from before this field existed. */
  @Override
  public ArtifactOptions artifacts() {
    return artifacts == null ? ArtifactOptions.DEFAULT : artifacts;
  }
}
