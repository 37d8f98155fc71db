package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.net.URI;
import java.util.Locale;

/** Tells a form of our pages from one of another site, as far as the browser says where it comes from. */
public record SameOrigin(String url) {

  public boolean holds(Context ctx) {
    var site = ctx.header("Sec-Fetch-Site");
    var origin = ctx.header("Origin");
    return (site == null || site.equals("same-origin"))
        && (origin == null || isOurs(origin, ctx.host()));
  }

  /** The address that people use may be that of a proxy, or of a forwarded port. */
  private boolean isOurs(String origin, String host) {
    return authority(origin).equals(authority(url))
        || authority(origin).equals(authority("http://" + host));
  }

  /** Host and port; a text that is no address gets one that is equal to no other. */
  private static String authority(String address) {
    try {
      var authority = URI.create(address).getAuthority();
      return authority == null ? "none:" + address : authority.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "none:" + address;
    }
  }
}
