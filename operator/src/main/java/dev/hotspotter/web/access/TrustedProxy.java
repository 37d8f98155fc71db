package dev.hotspotter.web.access;

import dev.hotspotter.web.WebSettings.Auth;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Identifies viewers by the name that a proven proxy sends. */
record TrustedProxy(Auth.Proxy settings) implements Authentication {

  /** The prefix of the cluster's own names, which no proxy may use. */
  private static final String SYSTEM = "system:";

  /** The request attribute with the client's certificates. */
  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

  /** The group of all authenticated users. */
  private static final String AUTHENTICATED = "system:authenticated";

  @Override
  public Optional<Viewer> viewer(Context ctx) {
    return Optional.of(ctx)
        .filter(this::hasTheSecret)
        .filter(this::hasTheCertificate)
        .filter(proven -> values(proven, settings.groupsHeader()).size() <= 1)
        .flatMap(proven -> only(proven, settings.userHeader()))
        .map(user -> settings.userPrefix() + user)
        .filter(user -> !user.startsWith(SYSTEM))
        .map(user -> new Viewer(user, null, groups(ctx), Map.of()));
  }

  /** Refuses a repeated header: one copy may come from the browser. */
  private static Optional<String> only(Context ctx, String header) {
    var values = values(ctx, header);
    return Optional.of(values)
        .filter(all -> all.size() == 1)
        .map(all -> all.getFirst().strip())
        .filter(value -> !value.isEmpty());
  }

  private static List<String> values(Context ctx, String header) {
    return Collections.list(ctx.req().getHeaders(header));
  }

  private boolean hasTheSecret(Context ctx) {
    return settings.secret().isEmpty()
        || only(ctx, settings.secretHeader()).filter(this::isTheSecret).isPresent();
  }

  /** TLS has already refused certificates of other authorities. */
  private boolean hasTheCertificate(Context ctx) {
    return !settings.clientCertificate()
        || ctx.req().getAttribute(CERTIFICATES) instanceof X509Certificate[] chain
            && chain.length > 0;
  }

  /** Takes the same time for every wrong secret. */
  private boolean isTheSecret(String given) {
    var secret = settings.secret().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), secret);
  }

  private List<String> groups(Context ctx) {
    var named = values(ctx, settings.groupsHeader()).stream()
        .flatMap(value -> Arrays.stream(value.split(",")))
        .map(String::strip)
        .filter(group -> !group.isEmpty())
        .map(group -> settings.groupsPrefix() + group)
        .filter(group -> !group.startsWith(SYSTEM));
    return Stream.concat(named, Stream.of(AUTHENTICATED)).distinct().toList();
  }

  @Override
  public String advice() {
    return "sign in at the address of the proxy in front of these pages";
  }
}
