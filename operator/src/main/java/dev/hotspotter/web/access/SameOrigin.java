package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.net.URI;
import java.util.Locale;

/** Distinguishes a form of our pages from another site's, if the browser names the origin. */
public record SameOrigin(String url) {

  public boolean holds(Context ctx) {
    var site = ctx.header("Sec-Fetch-Site");
    var origin = ctx.header("Origin");
    return (site == null || site.equals("same-origin"))
        && (origin == null || isOurs(origin, ctx.host()));
  }

  /** The viewer's address may be a proxy's, or a forwarded port's. */
  private boolean isOurs(String origin, String host) {
    return authority(origin).equals(authority(url))
        || authority(origin).equals(authority("http://" + host));
  }

  /** Host and port; an invalid address gets a text that equals no other. */
  private static String authority(String address) {
    try {
      var authority = URI.create(address).getAuthority();
      return authority == null ? "none:" + address : authority.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "none:" + address;
    }
  }
}
