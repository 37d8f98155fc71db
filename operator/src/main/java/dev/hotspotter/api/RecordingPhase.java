package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A target's phase. */
public enum RecordingPhase {
  /** The target is chosen and waits for its turn. */
  @JsonProperty("Pending")
  PENDING,
  /** The sidecar is in the pod; the kubelet has not reported its start yet. */
  @JsonProperty("Injected")
  INJECTED,
  /** The sidecar runs. */
  @JsonProperty("Recording")
  RECORDING,
  /** The recording is over: the sidecar uploads it, or the operator checks and renders it. */
  @JsonProperty("Collecting")
  COLLECTING,
  /** The recording is stored, checked and rendered. */
  @JsonProperty("Succeeded")
  SUCCEEDED,
  /** The target could not be profiled; reason and message say why. */
  @JsonProperty("Failed")
  FAILED;

  /** The phase as YAML writes it. */
  public String word() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /** True from the injection to the end of the recording. */
  public boolean mayRecord() {
    return this == INJECTED || this == RECORDING;
  }

  /** True while the sidecar may be at work in the target. */
  public boolean occupiesTarget() {
    return this == INJECTED || this == RECORDING || this == COLLECTING;
  }
}
