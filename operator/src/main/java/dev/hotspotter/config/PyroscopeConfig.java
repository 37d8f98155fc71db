package dev.hotspotter.config;

import dev.hotspotter.pyroscope.PyroscopeSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the settings of Pyroscope; empty without its URL. */
final class PyroscopeConfig {

  private static final Pattern URL =
      Pattern.compile("https?://([\\w.-]+|\\[[0-9a-fA-F:.]+])(:[0-9]{1,5})?(/[\\w./~-]*)?");

  private PyroscopeConfig() {}

  static Optional<PyroscopeSettings> read(Variables variables) {
    var url = variables.optional("HOTSPOTTER_PYROSCOPE_URL", "").replaceAll("/+$", "");
    var settings = new PyroscopeSettings(
        url,
        header(variables, "HOTSPOTTER_PYROSCOPE_TENANT"),
        authorization(variables),
        Duration.ofSeconds(variables.number("HOTSPOTTER_PYROSCOPE_PATIENCE", 3600, 10, 604_800)));
    if (url.isEmpty()) {
      return Optional.empty();
    }
    if (!URL.matcher(url).matches() || URI.create(url).getPort() > 65_535) {
      // the message leaves out the value, because it may hold a password
      variables.problem(
          "HOTSPOTTER_PYROSCOPE_URL must be a URL such as http://pyroscope.monitoring.svc:4040,"
              + " without a user and a query");
    }
    return Optional.of(settings);
  }

  private static Optional<String> authorization(Variables variables) {
    var user = header(variables, "HOTSPOTTER_PYROSCOPE_USERNAME");
    var password = header(variables, "HOTSPOTTER_PYROSCOPE_PASSWORD");
    var token = header(variables, "HOTSPOTTER_PYROSCOPE_TOKEN");
    if (user.isPresent() != password.isPresent()) {
      variables.problem(
          "HOTSPOTTER_PYROSCOPE_USERNAME and HOTSPOTTER_PYROSCOPE_PASSWORD must both be set, or neither of them");
    }
    if (user.isPresent() && token.isPresent()) {
      variables.problem(
          "HOTSPOTTER_PYROSCOPE_TOKEN and HOTSPOTTER_PYROSCOPE_USERNAME cannot both be set; keep one of them");
    }
    return token
        .map(secret -> "Bearer " + secret)
        .or(() -> user.map(name -> "Basic " + base64(name + ":" + password.orElse(""))));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Strips the value, because a Secret from a file often ends with a line break. */
  private static Optional<String> header(Variables variables, String name) {
    var value = variables.optional(name, "").strip();
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      variables.problem(name + " must contain printable ASCII characters only");
    }
    return Optional.of(value).filter(text -> !text.isEmpty());
  }
}
