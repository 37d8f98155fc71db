package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.util.Optional;

/** Identifies the viewer. */
interface Authentication {

  /** Empty without proof of identity. */
  Optional<Viewer> viewer(Context ctx);

  /** The advice for a viewer without proof. */
  String advice();
}
