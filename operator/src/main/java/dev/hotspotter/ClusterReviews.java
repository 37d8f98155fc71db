package dev.hotspotter;

import dev.hotspotter.cluster.AccessReviews;
import dev.hotspotter.web.access.Reviews;
import dev.hotspotter.web.access.Viewer;
import java.util.Optional;

/** The pages' view of what the API server says about people. */
record ClusterReviews(AccessReviews reviews) implements Reviews {

  @Override
  public Optional<Viewer> viewer(String token) {
    return reviews.viewer(token);
  }

  @Override
  public boolean mayRead(Viewer viewer, Optional<String> namespace) {
    return reviews.mayRead(viewer, namespace);
  }

  @Override
  public boolean mayDownload(Viewer viewer, String namespace) {
    return reviews.mayDownload(viewer, namespace);
  }

  @Override
  public boolean mayCreate(Viewer viewer, String namespace) {
    return reviews.mayCreate(viewer, namespace);
  }
}
