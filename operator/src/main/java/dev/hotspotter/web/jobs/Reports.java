package dev.hotspotter.web.jobs;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import java.io.IOException;
import java.util.Optional;

/** Reads the reports of finished jobs. */
public final class Reports {

  /** A later operator may have written the report. */
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final long LARGEST = 16 << 20;

  /** A report, and a version that changes with it. */
  public record Found(JobReport report, String version) {}

  private Reports() {}

  /**
   * The report in a job's folder; empty if it is missing, or of an earlier version with too few
   * fields.
   */
  public static Optional<JobReport> read(Artifacts artifacts, String folder) throws IOException {
    return find(artifacts, folder).map(Found::report);
  }

  /** The same report, with its version. */
  public static Optional<Found> find(Artifacts artifacts, String folder) throws IOException {
    var key = folder + ObjectKeys.REPORT;
    var stat = artifacts.stat(key);
    if (stat.isEmpty()) {
      return Optional.empty();
    }
    if (stat.get().bytes() > LARGEST) {
      throw new IOException("%s has %d bytes, more than any report of an operator"
          .formatted(key, stat.get().bytes()));
    }
    try (var content = artifacts.open(key, stat.get(), 0, stat.get().bytes())) {
      var report = JSON.readValue(content, JobReport.class);
      return report.hasSpec()
          ? Optional.of(new Found(report, stat.get().etag()))
          : Optional.empty();
    }
  }
}
