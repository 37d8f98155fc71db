package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A format for the samples of an event. */
public enum Format {
  /** A page on which the widest frames are the hottest. */
  @JsonProperty("flamegraph")
  FLAMEGRAPH("html", "text/html"),
  /** A page with the samples over time, and a flame graph of any part of it. */
  @JsonProperty("heatmap")
  HEATMAP("heatmap.html", "text/html"),
  /** Stacks as text, one per line with a count. */
  @JsonProperty("collapsed")
  COLLAPSED("collapsed", "text/plain"),
  /** The format of Go's pprof, compressed. */
  @JsonProperty("pprof")
  PPROF("pb.gz", "application/octet-stream"),
  /** Profiles of OpenTelemetry's protocol. */
  @JsonProperty("otlp")
  OTLP("otlp", "application/octet-stream"),
  /** Rows for Grafana's flame graph panel, in JSON. */
  @JsonProperty("grafana")
  GRAFANA("grafana.json", "application/json");

  private final String ending;
  private final String contentType;

  Format(String ending, String contentType) {
    this.ending = ending;
    this.contentType = contentType;
  }

  /** The format's name in YAML. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The ending of its files' names, without the dot. */
  public String ending() {
    return ending;
  }

  public String contentType() {
    return contentType;
  }

  /** True for formats that need the recording, not only its collapsed stacks. */
  public boolean isOfTheRecording() {
    return this == HEATMAP || this == PPROF || this == OTLP;
  }
}
