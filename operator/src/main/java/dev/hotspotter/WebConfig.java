package dev.hotspotter;

import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import java.util.List;

/** Reads how the pages are served. */
final class WebConfig {

  private static final int SHORTEST_SECRET = 32;

  private WebConfig() {}

  static WebSettings read(Variables variables) {
    var mode = variables.oneOf("HOTSPOTTER_WEB_AUTH_MODE", "portForward", "kubernetes", "proxy");
    var address = variables.optional("HOTSPOTTER_WEB_BIND", mode.equals("portForward") ? "127.0.0.1" : "0.0.0.0");
    if (mode.equals("portForward") && !address.matches("127\\.[0-9.]+|localhost|::1")) {
      variables.problem(
          "HOTSPOTTER_WEB_BIND must be a loopback address such as 127.0.0.1 while HOTSPOTTER_WEB_AUTH_MODE is portForward, not "
              + address);
    }
    return new WebSettings(
        variables.optional("HOTSPOTTER_WEB_URL", "http://localhost:8080").replaceAll("/+$", ""),
        address,
        (int) variables.number("HOTSPOTTER_WEB_PORT", 8080, 0, 65535),
        switch (mode) {
          case "kubernetes" ->
              new Auth.Kubernetes(variables.words("HOTSPOTTER_WEB_AUDIENCES").stream().sorted().toList());
          case "proxy" -> proxy(variables);
          default -> new Auth.PortForward();
        });
  }

  private static Auth proxy(Variables variables) {
    var secret = variables.required("HOTSPOTTER_WEB_PROXY_SECRET").strip();
    if (!secret.isEmpty() && secret.length() < SHORTEST_SECRET) {
      variables.problem("HOTSPOTTER_WEB_PROXY_SECRET must have at least %d characters".formatted(SHORTEST_SECRET));
    }
    return new Auth.Proxy(
        secret,
        variables.optional("HOTSPOTTER_WEB_PROXY_SECRET_HEADER", "X-Hotspotter-Proxy-Secret"),
        variables.optional("HOTSPOTTER_WEB_PROXY_USER_HEADER", "X-Forwarded-User"),
        variables.optional("HOTSPOTTER_WEB_PROXY_GROUPS_HEADER", "X-Forwarded-Groups"),
        variables.optional("HOTSPOTTER_WEB_PROXY_USER_PREFIX", ""),
        variables.optional("HOTSPOTTER_WEB_PROXY_GROUPS_PREFIX", ""));
  }
}
