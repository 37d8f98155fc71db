package dev.hotspotter.web.server;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.access.FormTokens;
import dev.hotspotter.web.compare.CachedComparisons;
import dev.hotspotter.web.compare.ComparePage;
import dev.hotspotter.web.compare.Comparisons;
import dev.hotspotter.web.form.ProfilePage;
import dev.hotspotter.web.form.Submissions;
import dev.hotspotter.web.jobs.Artifacts;
import dev.hotspotter.web.jobs.DeletedJobs;
import dev.hotspotter.web.jobs.FileHandler;
import dev.hotspotter.web.jobs.JobList;
import dev.hotspotter.web.jobs.JobPage;
import dev.hotspotter.web.jobs.PodPage;
import dev.hotspotter.web.jobs.SucceededJobs;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** All pages, with their dependencies. */
public final class Pages {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final JobList list;
  final JobPage job;
  final FileHandler files;
  final ComparePage compare;
  final PodPage pod;
  final ProfilePage profile;

  /**
   * Assembles the pages.
   *
   * @param jobs the jobs, maybe abridged
   * @param whole reads all of one job
   * @param watched the namespaces that the operator watches; none means all
   */
  public Pages(
      WebSettings settings,
      Supplier<Collection<ProfileJob>> jobs,
      Function<ProfileJob, Optional<ProfileJob>> whole,
      Set<String> watched,
      Artifacts artifacts,
      Comparisons comparisons,
      Submissions submissions,
      Clock clock) {
    var stored = new DeletedJobs(artifacts, Ticker.systemTicker());
    profile = new ProfilePage(settings, jobs, watched, submissions, new FormTokens(clock));
    list = new JobList(jobs, stored, clock);
    job = new JobPage(jobs, whole, artifacts, profile::justCreated);
    files = new FileHandler(artifacts);
    var finished = new SucceededJobs(jobs, stored);
    pod = new PodPage(finished, artifacts, clock);
    compare =
        new ComparePage(jobs, finished, artifacts, new CachedComparisons(comparisons, PATIENCE));
  }
}
