package dev.hotspotter.web.access;

import java.util.Optional;

/** The API server's reviews of tokens and rights; any exception means no answer. */
public interface Reviews {

  /** The token's owner; empty for an invalid token. */
  Optional<Viewer> viewer(String token);

  boolean has(Viewer viewer, Right right);
}
