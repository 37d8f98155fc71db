package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.util.Optional;

/** Finds out who asks. */
interface Authentication {

  /** Empty when it is not proven who asks. */
  Optional<Viewer> viewer(Context ctx);

  /** The advice for someone who was not let in. */
  String advice();
}
