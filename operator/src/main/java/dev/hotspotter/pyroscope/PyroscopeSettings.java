package dev.hotspotter.pyroscope;

import java.time.Duration;
import java.util.Optional;

/**
 * Pyroscope's address and the credentials for it.
 *
 * @param tenant the header X-Scope-OrgID, if Pyroscope has several tenants
 * @param authorization the header of that name, if Pyroscope or a proxy before it requires one
 * @param patience how long after a job's end the operator tries to send its recordings
 */
public record PyroscopeSettings(
    String url, Optional<String> tenant, Optional<String> authorization, Duration patience) {

  /** Leaves out the secret, as logs and exceptions may show settings. */
  @Override
  public String toString() {
    return "PyroscopeSettings[url=%s, tenant=%s, patience=%s]".formatted(url, tenant, patience);
  }
}
