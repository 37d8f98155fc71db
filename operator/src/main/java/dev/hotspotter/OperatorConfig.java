package dev.hotspotter;

import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.SidecarSettings;
import dev.hotspotter.storage.StoreSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How this installation is set up; the chart's values become these environment variables.
 *
 * @param namespaces where jobs are watched; empty means everywhere
 * @param webUrl what links begin with: where people reach the pages
 * @param webAddress the address the pages listen on; a loopback one can be reached only by those who may port-forward
 * @param libraryPackages what is no application code, besides the JDK and known frameworks
 * @param applicationPackages what is application code even so
 * @param leaseNamespace where the leader's lease is; empty means that this is the only instance
 */
record OperatorConfig(
    Set<String> namespaces,
    SidecarSettings sidecar,
    StoreSettings store,
    String webUrl,
    String webAddress,
    int webPort,
    int metricsPort,
    int renderThreads,
    Set<String> libraryPackages,
    Set<String> applicationPackages,
    String leaseNamespace,
    String identity) {

  /** Reads and checks all variables; the exception names every one that is wrong. */
  static OperatorConfig fromEnv(Map<String, String> env) {
    var reader = new Reader(env);
    var config =
        new OperatorConfig(
            reader.words("HOTSPOTTER_WATCH_NAMESPACES"),
            new SidecarSettings(
                reader.required("HOTSPOTTER_SIDECAR_IMAGE"),
                reader.oneOf("HOTSPOTTER_SIDECAR_PULL_POLICY", "IfNotPresent", "Always", "Never"),
                reader.number("HOTSPOTTER_MAX_RECORDING_BYTES", 256L << 20, 1L << 20, 4L << 30),
                (int) reader.number("HOTSPOTTER_MAX_SIDECARS_PER_POD", 60, 1, 250)),
            new StoreSettings(
                reader.required("HOTSPOTTER_STORE_ENDPOINT"),
                reader.optional("HOTSPOTTER_STORE_REGION", "local"),
                reader.optional("HOTSPOTTER_STORE_BUCKET", "hotspotter"),
                folder(reader.optional("HOTSPOTTER_STORE_PREFIX", "")),
                reader.required("HOTSPOTTER_STORE_ACCESS_KEY"),
                reader.required("HOTSPOTTER_STORE_SECRET_KEY")),
            withoutSlash(reader.optional("HOTSPOTTER_WEB_URL", "http://localhost:8080")),
            reader.optional("HOTSPOTTER_WEB_BIND", "127.0.0.1"),
            (int) reader.number("HOTSPOTTER_WEB_PORT", 8080, 0, 65535),
            (int) reader.number("HOTSPOTTER_METRICS_PORT", 8081, 0, 65535),
            (int) reader.number("HOTSPOTTER_RENDER_THREADS", 1, 1, 64),
            reader.packages("HOTSPOTTER_LIBRARY_PACKAGES"),
            reader.packages("HOTSPOTTER_APPLICATION_PACKAGES"),
            reader.oneOf("HOTSPOTTER_LEADER_ELECTION", "true", "false").equals("true") ? reader.required("POD_NAMESPACE") : "",
            reader.optional("POD_NAME", "hotspotter"));
    reader.throwIfAnyProblem();
    return config;
  }

  ApplicationCode applicationCode() {
    return new ApplicationCode(libraryPackages, applicationPackages);
  }

  private static String folder(String prefix) {
    var path = prefix.replaceAll("^/+|/+$", "");
    return path.isEmpty() ? path : path + "/";
  }

  private static String withoutSlash(String url) {
    return url.replaceAll("/+$", "");
  }

  /** Reads variables and remembers what is wrong with them. */
  private record Reader(Map<String, String> env, List<String> problems) {

    Reader(Map<String, String> env) {
      this(env, new ArrayList<>());
    }

    String required(String name) {
      var value = env.getOrDefault(name, "");
      if (value.isBlank()) {
        problems.add(name + " must be set");
      }
      return value;
    }

    String optional(String name, String otherwise) {
      var value = env.getOrDefault(name, "");
      return value.isBlank() ? otherwise : value;
    }

    String oneOf(String name, String otherwise, String... others) {
      var value = optional(name, otherwise);
      if (!value.equals(otherwise) && !List.of(others).contains(value)) {
        problems.add("%s must be %s or %s, not %s".formatted(name, otherwise, String.join(" or ", others), value));
      }
      return value;
    }

    long number(String name, long otherwise, long least, long most) {
      var text = optional(name, Long.toString(otherwise));
      try {
        var value = Long.parseLong(text);
        if (value >= least && value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        // falls through to the problem below
      }
      problems.add("%s must be a whole number from %d to %d, not %s".formatted(name, least, most, text));
      return otherwise;
    }

    Set<String> words(String name) {
      return Arrays.stream(optional(name, "").split(",")).map(String::strip).filter(w -> !w.isEmpty()).collect(Collectors.toSet());
    }

    Set<String> packages(String name) {
      var packages = words(name);
      packages.stream().filter(p -> !p.matches("[\\w$]+(\\.[\\w$]+)*")).sorted().forEach(p -> problems.add(
          "%s must hold packages or classes such as com.example.shared, not %s".formatted(name, p)));
      return packages;
    }

    void throwIfAnyProblem() {
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", problems));
      }
    }
  }
}
