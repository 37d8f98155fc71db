package dev.hotspotter.web.jobs;

import java.util.Locale;

/** Times and shares for pages: three significant digits and a unit. */
public final class Elapsed {

  private static final String[] UNITS = {"ns", "µs", "ms", "s"};

  private Elapsed() {}

  public static String of(long nanos) {
    double amount = nanos;
    int unit = 0;
    while (amount >= 999.5 && unit < UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    var digits = unit == 0 || amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + digits + "f %s", amount, UNITS[unit]);
  }

  public static String percent(double percent) {
    return String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** The width of a bar. */
  public static String bar(double percent) {
    return String.format(Locale.ROOT, "%.1frem", percent / 10);
  }

  /** The average number of simultaneous threads that add up to this time. */
  public static String threads(long nanos, long windowNanos) {
    return String.format(Locale.ROOT, "%.1f", windowNanos == 0 ? 0 : (double) nanos / windowNanos);
  }
}
