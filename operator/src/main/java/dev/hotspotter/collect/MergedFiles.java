package dev.hotspotter.collect;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.layout.FilePaths;
import dev.hotspotter.layout.MergeGroup;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.formats.Formats;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.tasks.ConvertRecording;
import dev.hotspotter.render.tasks.MergeEvent;
import dev.hotspotter.report.SampleWeight;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The merged files of a job: one per event and format, over all its targets. The flame graph is
 * mandatory. Formats converted from the recordings are left out if these are too large.
 */
final class MergedFiles {

  private static final Logger LOG = LoggerFactory.getLogger(MergedFiles.class);

  private final ProfileJob job;
  private final List<RecordingStatus> targets;
  private final long maxBytes;
  private final RenderFolder folder;
  private final ApplicationCode code;
  private final Map<String, Map<String, String>> paths = new LinkedHashMap<>();
  private List<Path> stacks = List.of();
  private Optional<Path> recordings;

  /**
   * Merged files are converted from the recordings only if these have at most maxBytes together.
   */
  MergedFiles(
      ProfileJob job,
      List<RecordingStatus> targets,
      long maxBytes,
      RenderFolder folder,
      ApplicationCode code) {
    this.job = job;
    this.targets = targets;
    this.maxBytes = maxBytes;
    this.folder = folder;
    this.code = code;
  }

  /** The paths of the written files below the job's folder, by event and format. */
  Map<String, Map<String, String>> paths() {
    return paths;
  }

  /** Writes the files of one event, and returns its hot list and outliers. */
  MergeEvent.Done write(Event event)
      throws BadRecordingException, QuickLimitException, StoreException, IOException {
    var html = folder.file("merged.html");
    var collapsed = FilePaths.has(job, Format.COLLAPSED) ? folder.file("merged.collapsed") : null;
    var graphTitle = title(event) + MergeGroup.title(job).map(", "::concat).orElse("");
    var rows = FilePaths.has(job, Format.GRAFANA)
        ? new MergeEvent.Rows(
            folder.file("merged.grafana.json"),
            SampleWeight.of(event, job.getSpec().recording()))
        : null;
    var merged =
        folder.run(new MergeEvent(event, members(event), code, graphTitle, html, collapsed, rows));
    put(event, Format.FLAMEGRAPH, html);
    if (collapsed != null) {
      put(event, Format.COLLAPSED, collapsed);
    }
    if (rows != null) {
      put(event, Format.GRAFANA, rows.file());
    }
    for (var format : FilePaths.ofRecordings(job)) {
      convert(event, format, folder.file("merged." + format.ending()));
    }
    return merged;
  }

  /** The collapsed stacks of the last written event, in the order of the targets. */
  List<Path> stacks() {
    return stacks;
  }

  /**
   * Overwrites the stacks of the previous event, so that the disk holds those of one event at a
   * time.
   */
  private List<MergeEvent.Member> members(Event event)
      throws BadRecordingException, QuickLimitException, StoreException, IOException {
    var keys =
        targets.stream().map(target -> ObjectKeys.collapsed(job, target, event)).toList();
    stacks = folder.fetchAll("target", keys, maxBytes, Long.MAX_VALUE);
    return IntStream.range(0, targets.size())
        .mapToObj(i -> member(targets.get(i), stacks.get(i)))
        .toList();
  }

  private MergeEvent.Member member(RecordingStatus target, Path stacks) {
    var root = MergeGroup.frame(job, target).orElse(null);
    return new MergeEvent.Member(target.pod(), target.container(), new RootedStacks(stacks, root));
  }

  private void convert(Event event, Format format, Path file)
      throws QuickLimitException, StoreException, IOException {
    var all = recordings();
    if (all.isEmpty()) {
      return;
    }
    var threads = Boolean.TRUE.equals(job.getSpec().recording().threads());
    try {
      folder.run(new ConvertRecording(all.get(), event, format, threads, title(event), file));
    } catch (BadRecordingException e) {
      LOG.warn(
          "the {} file over all targets of {} is left out: {}",
          format.word(),
          job.getMetadata().getName(),
          e.getMessage());
      return;
    }
    put(event, format, file);
  }

  /** All recordings in one file; empty if they are together too large. */
  private Optional<Path> recordings() throws QuickLimitException, StoreException, IOException {
    if (recordings == null) {
      recordings = fetch();
    }
    return recordings;
  }

  private Optional<Path> fetch() throws QuickLimitException, StoreException, IOException {
    var all = Files.createFile(folder.file("all.jfr"));
    var one = folder.file(ObjectKeys.RECORDING);
    try {
      for (var target : targets) {
        // the disk holds each recording twice while it is appended
        folder.fetch(
            ObjectKeys.recording(job, target), one, maxBytes - Files.size(all), folder.left() / 2);
        Formats.append(one, all);
        Files.delete(one);
      }
      return Optional.of(all);
    } catch (BadRecordingException | StoreException e) {
      if (e instanceof StoreException store && !store.isTooLarge()) {
        throw store;
      }
      LOG.info(
          "the recordings of {} are together too large for merged files: {}",
          job.getMetadata().getName(),
          e.getMessage());
      Files.delete(all);
      return Optional.empty();
    }
  }

  private void put(Event event, Format format, Path file) throws StoreException, IOException {
    var path = ObjectKeys.merged(event, format);
    folder.put(ObjectKeys.folder(job) + path, file, format.contentType());
    paths.computeIfAbsent(event.word(), e -> new LinkedHashMap<>()).put(format.word(), path);
  }

  private String title(Event event) {
    var metadata = job.getMetadata();
    return "%s of %s/%s, targets: %d"
        .formatted(event.word(), metadata.getNamespace(), metadata.getName(), targets.size());
  }
}
