package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.util.Optional;

/** Finds out who asks. */
interface Authentication {

  /** Empty when nobody vouches for them. */
  Optional<Viewer> viewer(Context ctx);

  /** What to do about it, for the one who was not let in. */
  String advice();
}
