package dev.hotspotter.web.access;

import java.util.Optional;

/** What the cluster says about people; any exception means that it could not be asked. */
public interface Reviews {

  /** Whose token it is; empty when it is nobody's. */
  Optional<Viewer> viewer(String token);

  /** Whether they may get the ProfileJobs of a namespace; without one, whether they may list those of all. */
  boolean mayRead(Viewer viewer, Optional<String> namespace);

  /** Whether they may get the recordings themselves that ProfileJobs of a namespace have made. */
  boolean mayDownload(Viewer viewer, String namespace);

  /** Whether they may create ProfileJobs in a namespace. */
  boolean mayCreate(Viewer viewer, String namespace);
}
