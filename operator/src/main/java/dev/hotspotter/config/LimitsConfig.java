package dev.hotspotter.config;

import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import java.time.Duration;

/** Reads the limits of this installation on ProfileJobs. */
final class LimitsConfig {

  private LimitsConfig() {}

  static InstallationLimits read(Variables variables) {
    var none = InstallationLimits.DEFAULT;
    return new InstallationLimits(
        variables.flag("HOTSPOTTER_ALLOW_KERNEL_STACKS", false),
        switch (variables.oneOf("HOTSPOTTER_ROOT_SIDECARS", "pod", "job", "never")) {
          case "job" -> RootSidecars.JOB;
          case "never" -> RootSidecars.NEVER;
          default -> RootSidecars.POD;
        },
        duration(variables),
        (int)
            variables.number("HOTSPOTTER_MAX_TARGETS_IN_FLIGHT", none.targetsInFlight(), 1, 10_000),
        (int) variables.number(
            "HOTSPOTTER_MAX_RECORDINGS_PER_NODE", none.recordingsPerNode(), 1, 10_000),
        (int) variables.number("HOTSPOTTER_MAX_ACTIVE_JOBS", none.activeJobs(), 1, 10_000));
  }

  private static Duration duration(Variables variables) {
    var text = variables.optional("HOTSPOTTER_MAX_DURATION", "1h");
    if (text.matches("([0-9]{1,4}h)?([0-9]{1,4}m)?([0-9]{1,4}s)?")) {
      return Durations.parse(text);
    }
    variables.problem(
        "HOTSPOTTER_MAX_DURATION must be in hours, minutes and seconds such as 10m, not " + text);
    return InstallationLimits.DEFAULT.duration();
  }
}
