package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.hotspotter.api.spec.ProfileJobSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.crd.generator.annotation.AdditionalSelectableField;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A job: it profiles the JVMs of the pods that its target selects, once. */
@Group("hotspotter.dev")
@Version("v1alpha1")
@ShortNames("pfj")
@Categories("hotspotter")
@JsonDeserialize(using = ProfileJobReader.class)
@AdditionalSelectableField(jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.conditions[?(@.type==\"Finished\")].reason",
    type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Matched",
    jsonPath = ".status.targets.matched",
    type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Targets",
    jsonPath = ".status.targets.selected",
    type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Succeeded",
    jsonPath = ".status.targets.succeeded",
    type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Hottest", jsonPath = ".status.hottest.frame", type = Type.STRING)
@AdditionalPrinterColumn(name = "Percent", jsonPath = ".status.hottest.percent", type = Type.STRING)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
@AdditionalPrinterColumn(
    name = "Failed",
    jsonPath = ".status.targets.failed",
    type = Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Duration",
    jsonPath = ".spec.recording.duration",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Report",
    jsonPath = ".status.report",
    type = Type.STRING,
    priority = 1)
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || (self.spec.target == oldSelf.spec.target"
            + " && self.spec.recording == oldSelf.spec.recording"
            + " && self.spec.recording.events.map(e, e.type) == oldSelf.spec.recording.events.map(e, e.type)"
            + " && self.spec.artifacts == oldSelf.spec.artifacts"
            + " && self.spec.parallelism == oldSelf.spec.parallelism"
            + " && self.spec.firstWave == oldSelf.spec.firstWave"
            + " && has(self.spec.failureThreshold) == has(oldSelf.spec.failureThreshold)"
            + " && (!has(self.spec.failureThreshold)"
            + " || self.spec.failureThreshold == oldSelf.spec.failureThreshold)"
            + " && has(self.spec.baseline) == has(oldSelf.spec.baseline)"
            + " && (!has(self.spec.baseline) || self.spec.baseline == oldSelf.spec.baseline)"
            + " && has(self.spec.sidecar) == has(oldSelf.spec.sidecar)"
            + " && (!has(self.spec.sidecar) || self.spec.sidecar == oldSelf.spec.sidecar)"
            + " && has(self.spec.activeDeadlineSeconds) == has(oldSelf.spec.activeDeadlineSeconds)"
            + " && (!has(self.spec.activeDeadlineSeconds)"
            + " || self.spec.activeDeadlineSeconds == oldSelf.spec.activeDeadlineSeconds)"
            + " && has(self.spec.ttlSecondsAfterFinished) == has(oldSelf.spec.ttlSecondsAfterFinished)"
            + " && (!has(self.spec.ttlSecondsAfterFinished)"
            + " || self.spec.ttlSecondsAfterFinished == oldSelf.spec.ttlSecondsAfterFinished))",
    message =
        "spec cannot be changed after the job has started, except suspend; create a new ProfileJob instead")
@ValidationRule(
    value = "self.metadata.name.size() <= 63",
    message =
        "metadata.name must have at most 63 characters, because it is a part of links and object keys")
public class ProfileJob extends CustomResource<ProfileJobSpec, ProfileJobStatus>
    implements Namespaced {

  @SchemaFrom(type = void.class)
  private String unreadable;

  /**
   * The reason why the operator cannot read this object; null if it can. An earlier CRD admitted
   * the object, or somebody else wrote its status. This is no field of the API, but the operator's
   * copies of the object keep it.
   */
  public String getUnreadable() {
    return unreadable;
  }

  void setUnreadable(String why) {
    unreadable = why;
  }

  @Override
  @Required
  @JsonPropertyDescription(
      "What to profile. Example: {target: {selector: {matchLabels: {app: notifier}}}}")
  public ProfileJobSpec getSpec() {
    return super.getSpec();
  }

  @Override
  @JsonPropertyDescription("The job's state; the operator writes it. Example: {phase: Running}")
  public ProfileJobStatus getStatus() {
    return super.getStatus();
  }

  @Override
  protected ProfileJobSpec initSpec() {
    return null;
  }

  @Override
  protected ProfileJobStatus initStatus() {
    return null;
  }
}
