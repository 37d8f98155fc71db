package dev.hotspotter.web.access;

import java.util.Optional;

/** The cluster's answers about people; any exception means that it could not be asked. */
public interface Reviews {

  /** Whose token it is; empty when it is nobody's. */
  Optional<Viewer> viewer(String token);

  boolean has(Viewer viewer, Right right);
}
