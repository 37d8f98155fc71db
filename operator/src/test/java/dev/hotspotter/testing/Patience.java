package dev.hotspotter.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** How long all tests wait that do not say so themselves: no test may fail because somebody's machine is busy. */
public final class Patience implements LauncherSessionListener {

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(2));
  }
}
