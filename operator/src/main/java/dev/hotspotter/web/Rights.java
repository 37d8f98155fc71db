package dev.hotspotter.web;

import dev.hotspotter.plan.Viewer;
import java.util.Optional;

/** What the one who asks may see. */
interface Rights {

  /** All that there is. */
  Rights ALL = namespace -> true;

  /** Without a namespace: all of them. */
  boolean mayRead(Optional<String> namespace);

  static Rights of(Viewer viewer, Reviews reviews) {
    return namespace -> reviews.mayRead(viewer, namespace);
  }
}
