package dev.hotspotter.collect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Outlier;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the stacks of a job's targets to one flame graph per event, and stores these and the
 * report.
 */
public final class JobMerger {

  private static final Logger LOG = LoggerFactory.getLogger(JobMerger.class);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Larger answers are refused; the render process bounds them already. */
  private static final long LARGEST_ANSWERS = 4 << 20;

  /** The key of the merge, among the keys of the targets. */
  static final String KEY = "";

  private final ObjectStore store;
  private final long maxBytes;
  private final Attempts attempts;
  private final ApplicationCode code;
  private final Comparer comparer;

  /** Collapsed stacks larger than maxBytes are not read. */
  public JobMerger(
      ObjectStore store,
      long maxBytes,
      Attempts attempts,
      ApplicationCode code,
      Comparer comparer) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.attempts = attempts;
    this.code = code;
    this.comparer = comparer;
  }

  /** Merges the recordings that have not failed. */
  MergeOutcome merge(ProfileJob job, List<RecordingStatus> recordings, Renderer renderer)
      throws QuickLimitException {
    var targets =
        recordings.stream().filter(r -> r.phase() != RecordingPhase.FAILED).toList();
    var members = targets.stream().map(Snapshot::key).collect(Collectors.toSet());
    try (var folder = new RenderFolder(store, renderer)) {
      if (targets.isEmpty()) {
        publish(job, JobReport.ofFailures(job, recordings), folder);
        return new MergeOutcome.Merged(members, null, Optional.empty());
      }
      return merge(job, recordings, targets, members, folder);
    } catch (BadRecordingException e) {
      LOG.warn(
          "the recordings of {} cannot be merged: {}", job.getMetadata().getName(), e.getMessage());
      return new MergeOutcome.Failed(
          members, Reasons.RENDER_FAILED, "the graphs cannot be merged: " + e.getMessage());
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new MergeOutcome.Failed(members, Reasons.RENDER_FAILED, e.getMessage());
      }
      return new MergeOutcome.Postponed(
          members,
          WaitCauses.of(e, "merging the recordings of " + job.getMetadata().getName()));
    }
  }

  private MergeOutcome merge(
      ProfileJob job,
      List<RecordingStatus> recordings,
      List<RecordingStatus> targets,
      Set<String> members,
      RenderFolder folder)
      throws BadRecordingException, QuickLimitException, StoreException, IOException {
    if (!attempts.begin(ObjectKeys.folder(job) + "merged/", folder).isAllowed()) {
      return new MergeOutcome.Failed(
          members, Reasons.RENDER_FAILED, "the graphs are not merged: " + Attempts.words());
    }
    var hot = new LinkedHashMap<String, HotList>();
    var outliers = new LinkedHashMap<String, List<Outlier>>();
    var comparing = comparer.begin(job, folder);
    var files = new MergedFiles(job, targets, maxBytes, folder, code);
    for (var event : job.getSpec().recording().types()) {
      var merged = files.write(event);
      hot.put(event.word(), merged.hot());
      outliers.put(event.word(), merged.outliers());
      comparing.add(event, files.stacks());
    }
    var answers = answers(job, targets, folder);
    publish(
        job,
        JobReport.of(job, recordings, files.paths(), hot, outliers, answers, comparing.result()),
        folder);
    return new MergeOutcome.Merged(
        members,
        headline(hot.firstEntry().getValue()),
        comparing.result().map(Comparison::verdict));
  }

  private void publish(ProfileJob job, JobReport report, RenderFolder folder)
      throws StoreException, IOException {
    var file = folder.file("report.json");
    JSON.writeValue(file.toFile(), report);
    store.put(ObjectKeys.folder(job) + ObjectKeys.REPORT, file, "application/json");
  }

  /**
   * Adds up the answers of the targets, one at a time. An earlier version of the operator may have
   * rendered a target without answers.
   */
  private Optional<ProfileAnswers> answers(
      ProfileJob job, List<RecordingStatus> targets, RenderFolder folder)
      throws BadRecordingException, QuickLimitException, StoreException, IOException {
    Optional<ProfileAnswers> all = Optional.empty();
    for (var target :
        ProfileAnswers.areIn(job.getSpec().recording()) ? targets : List.<RecordingStatus>of()) {
      try {
        var file = folder.file("answers.json");
        folder.fetch(ObjectKeys.answers(job, target), file, Math.min(maxBytes, LARGEST_ANSWERS));
        var answers = JSON.readValue(file.toFile(), ProfileAnswers.class);
        all = Optional.of(all.map(sum -> sum.plus(answers)).orElse(answers));
      } catch (StoreException e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    return all;
  }

  private static Hottest headline(HotList hot) {
    return hot.application().isEmpty() ? null : hot.application().getFirst().headline();
  }
}
