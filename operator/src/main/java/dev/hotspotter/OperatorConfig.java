package dev.hotspotter;

import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.SidecarSettings;
import dev.hotspotter.pyroscope.PyroscopeSettings;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.web.WebSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How this installation is set up; the chart's values become these environment variables.
 *
 * @param namespaces where jobs are watched; empty means everywhere
 * @param pyroscope where recordings are sent besides; empty means nowhere
 * @param libraryPackages what is no application code, besides the JDK and known frameworks
 * @param applicationPackages what is application code even so
 * @param leaseNamespace where the leader's lease is; empty means that this is the only instance
 */
record OperatorConfig(
    Set<String> namespaces,
    SidecarSettings sidecar,
    StoreSettings store,
    WebSettings web,
    Optional<PyroscopeSettings> pyroscope,
    int metricsPort,
    int renderThreads,
    Set<String> libraryPackages,
    Set<String> applicationPackages,
    String leaseNamespace,
    String identity) {

  /** Reads and checks all variables; the exception names every one that is wrong. */
  static OperatorConfig fromEnv(Map<String, String> env) {
    var reader = new Variables(env);
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
            WebConfig.read(reader),
            PyroscopeConfig.read(reader),
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
}
