package dev.hotspotter.web;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;
import java.util.Map;

/** Renders a template with a model. */
public final class Templates {

  /** Pages run no script. A frame stays at the address that the page embeds, even if its content leads elsewhere. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

  private Templates() {}

  public static void render(Context ctx, String template, Map<String, Object> model) {
    var page = new StringOutput();
    ENGINE.render(template, model, page);
    ctx.header("Content-Security-Policy", POLICY).html(page.toString());
  }
}
