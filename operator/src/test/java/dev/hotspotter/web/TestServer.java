package dev.hotspotter.web;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.plan.Viewer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.web.WebSettings.Auth;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Web servers on a free port of this machine. */
final class TestServer {

  /** A cluster that knows nobody. */
  static final Reviews NOBODY = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      return Optional.empty();
    }

    @Override
    public boolean mayRead(Viewer viewer, Optional<String> namespace) {
      return false;
    }
  };

  private TestServer() {}

  /** As for a port-forward. */
  static WebServer open(Collection<ProfileJob> jobs, Artifacts artifacts) {
    return with(new Auth.PortForward(), NOBODY, jobs, artifacts);
  }

  static WebServer with(Auth auth, Reviews reviews, Collection<ProfileJob> jobs, Artifacts artifacts) {
    return with(new WebSettings("https://profiles.example", "127.0.0.1", 0, auth), reviews, jobs, artifacts);
  }

  static WebServer with(WebSettings settings, Reviews reviews, Collection<ProfileJob> jobs, Artifacts artifacts) {
    return new WebServer(
        settings, Gate.of(settings, reviews), new JobList(() -> jobs, artifacts, new SetClock(Jobs.START)), new JobPage(() -> jobs, artifacts), new Files(artifacts),
        Duration.ofMillis(50));
  }
}
