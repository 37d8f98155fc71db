package dev.hotspotter.web.server;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.access.Reviews;
import dev.hotspotter.web.access.Right;
import dev.hotspotter.web.access.Viewer;
import dev.hotspotter.web.compare.Comparisons;
import dev.hotspotter.web.form.Submissions;
import dev.hotspotter.web.jobs.Artifacts;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Web servers on a free port of this machine. */
public final class TestServer {

  /** A cluster that knows nobody. */
  public static final Reviews NOBODY = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      return Optional.empty();
    }

    @Override
    public boolean has(Viewer viewer, Right right) {
      return false;
    }
  };

  /** Nothing can be created. */
  private static final Submissions NO_SUBMISSIONS = (job, token) -> {
    throw new IllegalStateException("nothing is to be created here");
  };

  private TestServer() {}

  /** A server for a port-forward. */
  static WebServer open(Collection<ProfileJob> jobs, Artifacts artifacts) {
    return with(new Auth.PortForward(), NOBODY, jobs, artifacts);
  }

  public static WebServer with(
      Auth auth, Reviews reviews, Collection<ProfileJob> jobs, Artifacts artifacts) {
    return with(
        new WebSettings("https://profiles.example", "127.0.0.1", 0, auth),
        reviews,
        jobs,
        artifacts);
  }

  public static WebServer with(
      WebSettings settings, Reviews reviews, Collection<ProfileJob> jobs, Artifacts artifacts) {
    return with(settings, reviews, jobs, artifacts, asked -> Optional.empty(), NO_SUBMISSIONS);
  }

  public static WebServer with(
      WebSettings settings,
      Reviews reviews,
      Collection<ProfileJob> jobs,
      Artifacts artifacts,
      Comparisons comparisons,
      Submissions submissions) {
    var pages = new Pages(
        settings,
        () -> jobs,
        Optional::of,
        Set.of(),
        artifacts,
        comparisons,
        submissions,
        new SetClock(Jobs.START));
    return new WebServer(settings, Gate.of(settings, reviews), pages, Duration.ofMillis(50));
  }
}
