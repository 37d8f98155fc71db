package dev.hotspotter.web.access;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;

/** Knows people by the token that they send; the API server says whose it is. */
public record BearerToken(CachedReviews reviews) implements Authentication {

  /** A token as RFC 6750 writes it; the API server is asked about nothing else. */
  private static final Pattern HEADER = Pattern.compile("(?i:bearer) +([A-Za-z0-9._~+/-]+=*)");

  @Override
  public Optional<Viewer> viewer(Context ctx) {
    ctx.header("WWW-Authenticate", "Bearer realm=\"hotspotter\"");
    return token(ctx).flatMap(token -> reviews.viewer(token, ctx.req().getRemoteAddr()));
  }

  /** The token that came with the request; it is not known whose it is. */
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
