package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** An image of a job's targets, and their results. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImageStatus(
    @Required
    @Size(min = 1, max = FieldLimits.IMAGE)
    @JsonPropertyDescription(
        "The image's digest, as the kubelet reports it. Example: sha256:9f86d081884c7d65...")
    String imageID,

    @Size(max = FieldLimits.IMAGE)
    @JsonPropertyDescription(
        "The image's name in the pod's spec. Example: registry.example.com/notifier:2.14.0")
    String image,

    @JsonPropertyDescription(
        "True if no target of this image has to record before the others: an earlier job has recorded the image"
            + " without harm, or it runs no JVM. Example: true")
    Boolean known,

    @Required
    @Min(0)
    @Max(100)
    @JsonPropertyDescription("The number of targets of this image. Example: 10")
    Integer targets,

    @Required
    @Min(0)
    @Max(100)
    @JsonPropertyDescription("The number of these that succeeded. Example: 9")
    Integer succeeded,

    @Required
    @Min(0)
    @Max(100)
    @JsonPropertyDescription(
        "The number of these whose JVM ended during or soon after its recording. Example: 0")
    Integer harmed) {

  /** True if a target of this image must record before the others start. */
  public boolean needsFirstWave() {
    return !Boolean.TRUE.equals(known);
  }
}
