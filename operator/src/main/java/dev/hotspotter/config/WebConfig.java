package dev.hotspotter.config;

import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.WebSettings.Certificates;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the settings of the pages. */
final class WebConfig {

  private static final int SHORTEST_SECRET = 32;

  private WebConfig() {}

  static WebSettings read(Variables variables) {
    var mode = variables.oneOf("HOTSPOTTER_WEB_AUTH_MODE", "portForward", "kubernetes", "proxy");
    var address = variables.optional(
        "HOTSPOTTER_WEB_BIND", mode.equals("portForward") ? "127.0.0.1" : "0.0.0.0");
    if (mode.equals("portForward") && !address.matches("127\\.[0-9.]+|localhost|::1")) {
      variables.problem("HOTSPOTTER_WEB_BIND must be a loopback address such as 127.0.0.1"
          + " while HOTSPOTTER_WEB_AUTH_MODE is portForward, not " + address);
    }
    return new WebSettings(
        variables.optional("HOTSPOTTER_WEB_URL", "http://localhost:8080").replaceAll("/+$", ""),
        address,
        (int) variables.number("HOTSPOTTER_WEB_PORT", 8080, 0, 65535),
        switch (mode) {
          case "kubernetes" ->
            new Auth.Kubernetes(
                variables.words("HOTSPOTTER_WEB_AUDIENCES").stream().sorted().toList());
          case "proxy" -> proxy(variables);
          default -> new Auth.PortForward();
        },
        certificates(variables),
        createJobs(variables, mode));
  }

  /** Port-forwarding tells no user name, so the pages cannot check the right to create jobs. */
  private static boolean createJobs(Variables variables, String mode) {
    var wanted = variables.flag("HOTSPOTTER_WEB_CREATE_JOBS", false);
    if (wanted && mode.equals("portForward")) {
      variables.problem(
          "HOTSPOTTER_WEB_CREATE_JOBS needs HOTSPOTTER_WEB_AUTH_MODE to be kubernetes or proxy");
    }
    return wanted;
  }

  /** The files of a mounted Secret of type kubernetes.io/tls. */
  private static Optional<Certificates> certificates(Variables variables) {
    var authority = path(variables, "HOTSPOTTER_WEB_PROXY_CLIENT_CA");
    var folder = path(variables, "HOTSPOTTER_WEB_TLS_FOLDER");
    if (authority.isPresent() && folder.isEmpty()) {
      variables.problem(
          "HOTSPOTTER_WEB_TLS_FOLDER must be set, because HOTSPOTTER_WEB_PROXY_CLIENT_CA needs HTTPS");
    }
    return folder.map(f -> new Certificates(f.resolve("tls.crt"), f.resolve("tls.key"), authority));
  }

  private static Optional<Path> path(Variables variables, String name) {
    return Optional.of(variables.optional(name, ""))
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  private static Auth proxy(Variables variables) {
    var certificate = !variables.optional("HOTSPOTTER_WEB_PROXY_CLIENT_CA", "").isEmpty();
    var secret = variables.optional("HOTSPOTTER_WEB_PROXY_SECRET", "").strip();
    if (secret.length() < SHORTEST_SECRET && !(secret.isEmpty() && certificate)) {
      variables.problem(
          "HOTSPOTTER_WEB_PROXY_SECRET must have at least %d characters, or HOTSPOTTER_WEB_PROXY_CLIENT_CA must be set"
              .formatted(SHORTEST_SECRET));
      return new Auth.PortForward();
    }
    return new Auth.Proxy(
        secret,
        certificate,
        variables.optional("HOTSPOTTER_WEB_PROXY_SECRET_HEADER", "X-Hotspotter-Proxy-Secret"),
        variables.optional("HOTSPOTTER_WEB_PROXY_USER_HEADER", "X-Forwarded-User"),
        variables.optional("HOTSPOTTER_WEB_PROXY_GROUPS_HEADER", "X-Forwarded-Groups"),
        variables.optional("HOTSPOTTER_WEB_PROXY_USER_PREFIX", ""),
        variables.optional("HOTSPOTTER_WEB_PROXY_GROUPS_PREFIX", ""));
  }
}
