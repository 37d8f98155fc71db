package dev.hotspotter.config;

import com.sun.management.OperatingSystemMXBean;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.pyroscope.PyroscopeSettings;
import dev.hotspotter.render.process.RenderBudget;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.retention.RetentionSettings;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.SidecarCapacity;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.web.WebSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of this installation; the chart turns its values into environment variables.
 *
 * @param namespaces the namespaces of the jobs; empty for all
 * @param pyroscope where to send recordings as well; empty for nowhere
 * @param temporaryBytes the limit of all files in the temporary folder together
 * @param libraryPackages packages without application code, besides the JDK and known frameworks
 * @param applicationPackages packages of application code within these
 * @param metricsNames whether metrics name jobs, workloads and frames
 * @param leaseNamespace the namespace of the leader's lease; empty if this is the only instance
 */
@RecordBuilder
public record OperatorConfig(
    Set<String> namespaces,
    SidecarSettings sidecar,
    StoreSettings store,
    WebSettings web,
    Optional<PyroscopeSettings> pyroscope,
    int metricsPort,
    boolean metricsNames,
    int renderThreads,
    long temporaryBytes,
    Set<String> libraryPackages,
    Set<String> applicationPackages,
    InstallationLimits limits,
    String leaseNamespace,
    String identity,
    RetentionSettings retention) {

  /** Reads and checks all variables; the exception lists every problem. */
  public static OperatorConfig fromEnv(Map<String, String> env) {
    var reader = new Variables(env);
    var config = new OperatorConfig(
        reader.words("HOTSPOTTER_WATCH_NAMESPACES"),
        new SidecarSettings(
            reader.required("HOTSPOTTER_SIDECAR_IMAGE"),
            reader.oneOf("HOTSPOTTER_SIDECAR_PULL_POLICY", "IfNotPresent", "Always", "Never"),
            reader.number("HOTSPOTTER_MAX_RECORDING_BYTES", 256L << 20, 1L << 20, 4L << 30),
            (int) reader.number(
                "HOTSPOTTER_MAX_SIDECARS_PER_POD", 60, 1, SidecarCapacity.MOST_CONTAINERS - 1)),
        StoreConfig.read(reader),
        WebConfig.read(reader),
        PyroscopeConfig.read(reader),
        (int) reader.number("HOTSPOTTER_METRICS_PORT", 8081, 0, 65535),
        reader.flag("HOTSPOTTER_METRICS_NAMES", true),
        (int) reader.number("HOTSPOTTER_RENDER_THREADS", 1, 1, 64),
        reader.bytes("HOTSPOTTER_TMP_SIZE").orElse(4L << 30),
        reader.packages("HOTSPOTTER_LIBRARY_PACKAGES"),
        reader.packages("HOTSPOTTER_APPLICATION_PACKAGES"),
        LimitsConfig.read(reader),
        reader.flag("HOTSPOTTER_LEADER_ELECTION", true) ? reader.required("POD_NAMESPACE") : "",
        reader.optional("POD_NAME", "hotspotter"),
        RetentionConfig.read(reader));
    reader.throwIfAnyProblem();
    return config;
  }

  /** The budget without the disk space of recordings on their way to Pyroscope. */
  public RenderBudget renderBudget() {
    var sent = pyroscope.isPresent() ? 2 * sidecar.maxRecordingBytes() : 0;
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return RenderBudget.of(
        renderThreads,
        machine.getTotalMemorySize(),
        Runtime.getRuntime().maxMemory(),
        temporaryBytes - sent);
  }

  public ApplicationCode applicationCode() {
    return new ApplicationCode(libraryPackages, applicationPackages);
  }
}
