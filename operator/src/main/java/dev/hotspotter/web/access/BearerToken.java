package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;

/** Identifies viewers by their token, which the API server verifies. */
public record BearerToken(CachedReviews reviews) implements Authentication {

  /** A token as in RFC 6750; the API server sees no other. */
  private static final Pattern HEADER = Pattern.compile("(?i:bearer) +([A-Za-z0-9._~+/-]+=*)");

  @Override
  public Optional<Viewer> viewer(Context ctx) {
    ctx.header("WWW-Authenticate", "Bearer realm=\"hotspotter\"");
    return token(ctx).flatMap(token -> reviews.viewer(token, ctx.req().getRemoteAddr()));
  }

  /** The token of the request, unverified. */
  public static Optional<String> token(Context ctx) {
    var values = Collections.list(ctx.req().getHeaders("Authorization"));
    if (values.size() != 1) {
      return Optional.empty();
    }
    var header = HEADER.matcher(values.getFirst());
    return header.matches() ? Optional.of(header.group(1)) : Optional.empty();
  }

  @Override
  public String advice() {
    return "send a token of the cluster in the header Authorization: Bearer";
  }
}
