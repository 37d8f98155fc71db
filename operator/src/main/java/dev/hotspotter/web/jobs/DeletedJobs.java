package dev.hotspotter.web.jobs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.hotspotter.web.NamePatterns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deleted jobs with a report in the store. It lists folders again after a while, and reads each
 * report once, because reports never change. A request reads at most MOST_READ reports, so a large
 * store takes several requests.
 */
public final class DeletedJobs {

  private static final Logger LOG = LoggerFactory.getLogger(DeletedJobs.class);

  /** The most folders that one list checks. */
  static final int MOST_FOLDERS = 5_000;

  /** The most reports that one list reads, without cached ones. */
  public static final int MOST_READ = 500;

  /** About 30 MB, for any number of stored jobs. */
  private static final long MOST_REMEMBERED = 500_000;

  private static final int READ_AT_ONCE = 8;
  private static final int MOST_NAMESPACES = 1_000;
  private static final Duration LISTING = Duration.ofSeconds(15);

  /** A job deleted while it ran may still get its report. */
  private static final Duration NO_REPORT = Duration.ofMinutes(1);

  /** The jobs found; incomplete if there are more than one list checks. */
  record Found(List<JobSummary> jobs, boolean complete) {}

  private final Artifacts artifacts;
  private final Cache<String, List<String>> listings;
  private final Cache<String, Optional<JobSummary>> summaries;

  public DeletedJobs(Artifacts artifacts, Ticker ticker) {
    this.artifacts = artifacts;
    listings = Caffeine.newBuilder()
        .maximumSize(MOST_NAMESPACES)
        .expireAfterWrite(LISTING)
        .ticker(ticker)
        .build();
    summaries = Caffeine.newBuilder()
        .maximumWeight(MOST_REMEMBERED)
        .weigher(DeletedJobs::weight)
        .ticker(ticker)
        .expireAfter(Expiry.<String, Optional<JobSummary>>writing(
            (folder, summary) -> summary.isPresent() ? Duration.ofDays(1) : NO_REPORT))
        .build();
  }

  /** A summary is as large as some twenty pods' names, plus its own. */
  private static int weight(String folder, Optional<JobSummary> summary) {
    return 20 + summary.map(job -> job.pods().size() + job.recorded().size()).orElse(0);
  }

  /** The namespaces with folders in the store. */
  List<String> namespaces() throws IOException {
    return folders("").stream()
        .map(folder -> folder.substring(0, folder.length() - 1))
        .toList();
  }

  /** The deleted jobs of these namespaces, without the folders of existing jobs. */
  Found in(Collection<String> namespaces, Set<String> existing) throws IOException {
    var folders = new ArrayList<String>();
    for (var namespace : namespaces) {
      folders(namespace + "/").stream()
          .filter(
              folder -> NamePatterns.FOLDER.matcher(folder).matches() && !existing.contains(folder))
          .forEach(folders::add);
    }
    var looked = folders.subList(0, Math.min(MOST_FOLDERS, folders.size()));
    var unknown =
        looked.stream().filter(folder -> summaries.getIfPresent(folder) == null).toList();
    read(unknown.subList(0, Math.min(MOST_READ, unknown.size())));
    var jobs = looked.stream()
        .map(summaries::getIfPresent)
        .filter(s -> s != null)
        .flatMap(Optional::stream)
        .toList();
    return new Found(jobs, looked.size() == folders.size() && unknown.size() <= MOST_READ);
  }

  private List<String> folders(String folder) throws IOException {
    var known = listings.getIfPresent(folder);
    if (known != null) {
      return known;
    }
    var listed = artifacts.folders(folder, 2 * MOST_FOLDERS);
    listings.put(folder, listed);
    return listed;
  }

  private void read(List<String> folders) {
    var turns = new Semaphore(READ_AT_ONCE);
    try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var folder : folders) {
        readers.submit(() -> {
          turns.acquireUninterruptibly();
          try {
            summaries.put(
                folder,
                Reports.read(artifacts, folder).map(report -> JobSummary.of(folder, report)));
          } catch (IOException | RuntimeException e) {
            LOG.warn(
                "the report in {} cannot be read, so the list lacks its job: {}",
                folder,
                e.getMessage());
            summaries.put(folder, Optional.empty());
          } finally {
            turns.release();
          }
        });
      }
    }
  }
}
