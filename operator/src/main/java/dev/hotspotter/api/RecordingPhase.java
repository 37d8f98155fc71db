package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Where one target stands. */
public enum RecordingPhase {
  /** Chosen, waits for its turn. */
  @JsonProperty("Pending")
  PENDING,
  /** The sidecar is in the pod; the kubelet has not reported its start yet. */
  @JsonProperty("Injected")
  INJECTED,
  /** The sidecar runs. */
  @JsonProperty("Recording")
  RECORDING,
  /** The recording is in the object store, being checked and rendered. */
  @JsonProperty("Collecting")
  COLLECTING,
  /** Stored, checked and rendered. */
  @JsonProperty("Succeeded")
  SUCCEEDED,
  /** Could not be profiled; reason and message say why. */
  @JsonProperty("Failed")
  FAILED;

  /** The phase as YAML writes it. */
  public String word() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /** True while the sidecar may be at work in the target. */
  public boolean occupiesTarget() {
    return this == INJECTED || this == RECORDING || this == COLLECTING;
  }
}
