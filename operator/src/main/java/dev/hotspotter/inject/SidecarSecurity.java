package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.select.Identity;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.Optional;

/**
 * The security context of a sidecar. Without kernelStacks, it grants no more than the target's, so
 * that the same policies admit it.
 */
final class SidecarSecurity {

  /**
   * The capabilities to open perf events for another process and to become its user (man 7
   * capabilities).
   */
  private static final String[] FOR_KERNEL_STACKS = {"PERFMON", "SYSLOG", "SETUID", "SETGID", "KILL"
  };

  private SidecarSecurity() {}

  static SecurityContext context(ProfileJob job, Container target, Identity identity) {
    var theirs = Optional.ofNullable(target.getSecurityContext()).orElseGet(SecurityContext::new);
    var asRoot = job.getSpec().recording().kernelStacks() || identity.isRoot();
    return new SecurityContextBuilder()
        .withRunAsUser(asRoot ? 0 : identity.uid())
        .withRunAsGroup(asRoot && !identity.isRoot() ? 0 : identity.gid())
        .withRunAsNonRoot(!asRoot)
        .withAllowPrivilegeEscalation(false)
        .withPrivileged(false)
        .withCapabilities(capabilities(job, theirs, identity))
        // Security modules separate processes with different labels or profiles, whatever their
        // user.
        .withSeLinuxOptions(theirs.getSeLinuxOptions())
        .withAppArmorProfile(theirs.getAppArmorProfile())
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  /**
   * None for a non-root sidecar. A root sidecar has exactly the target's, because each side must be
   * able to open files below the other's /proc/PID/root.
   */
  private static Capabilities capabilities(
      ProfileJob job, SecurityContext target, Identity identity) {
    if (job.getSpec().recording().kernelStacks()) {
      return new CapabilitiesBuilder()
          .withDrop("ALL")
          .withAdd(FOR_KERNEL_STACKS)
          .build();
    }
    if (!identity.isRoot()) {
      return new CapabilitiesBuilder().withDrop("ALL").build();
    }
    return Boolean.TRUE.equals(target.getPrivileged())
        ? new CapabilitiesBuilder().withAdd("ALL").build()
        : target.getCapabilities();
  }
}
