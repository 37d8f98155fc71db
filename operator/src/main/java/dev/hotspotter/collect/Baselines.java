package dev.hotspotter.collect;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.comparison.BaselineChoice;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the report of a baseline in the object store. */
public final class Baselines {

  private static final Logger LOG = LoggerFactory.getLogger(Baselines.class);

  /** Tolerates fields of other versions of the operator. */
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final Comparator<Baseline> STARTED =
      Comparator.comparing(baseline -> baseline.report().startTime());

  private static final long MAX_BYTES = 16 << 20;

  /** An earlier job's folder in the object store, and its report. */
  record Baseline(String folder, JobReport report) {}

  private final Supplier<Collection<ProfileJob>> jobs;
  private final ObjectStore store;

  public Baselines(Supplier<Collection<ProfileJob>> jobs, ObjectStore store) {
    this.jobs = jobs;
    this.store = store;
  }

  BaselineChoice choose(ProfileJob job) {
    return BaselineChoice.of(job, jobs.get());
  }

  /** Empty if the job does not exist, or if its report is missing or unreadable. */
  Optional<Baseline> find(BaselineChoice choice, ProfileJob job, RenderFolder folder)
      throws StoreException, IOException {
    return switch (choice) {
      case BaselineChoice.Existing existing -> read(ObjectKeys.folder(existing.job()), folder);
      case BaselineChoice.Deleted deleted -> newest(deleted, ObjectKeys.folder(job), folder);
      case BaselineChoice.None none -> Optional.empty();
    };
  }

  /** The newest job of that name, other than this one. */
  private Optional<Baseline> newest(BaselineChoice.Deleted deleted, String own, RenderFolder folder)
      throws StoreException, IOException {
    Optional<Baseline> newest = Optional.empty();
    for (var key : store.list(deleted.prefix())) {
      var candidate = key.substring(0, key.length() - ObjectKeys.REPORT.length());
      if (deleted.report().matcher(key).matches() && !candidate.equals(own)) {
        var other = read(candidate, folder);
        newest =
            newest.isEmpty() || other.isPresent() && STARTED.compare(other.get(), newest.get()) > 0
                ? other
                : newest;
      }
    }
    return newest;
  }

  private Optional<Baseline> read(String jobFolder, RenderFolder folder)
      throws StoreException, IOException {
    var file = folder.file("baseline.json");
    try {
      store.fetch(jobFolder + ObjectKeys.REPORT, file, MAX_BYTES);
    } catch (StoreException e) {
      if (e.isNotFound() || e.isTooLarge()) {
        return Optional.empty();
      }
      throw e;
    }
    try {
      var report = JSON.readValue(file.toFile(), JobReport.class);
      return !report.hasSpec() || report.targets().isEmpty()
          ? Optional.empty()
          : Optional.of(new Baseline(jobFolder, report));
    } catch (JacksonException e) {
      LOG.warn(
          "the report in {} cannot be parsed, so no job is compared with it: {}",
          jobFolder,
          e.getOriginalMessage());
      return Optional.empty();
    }
  }
}
