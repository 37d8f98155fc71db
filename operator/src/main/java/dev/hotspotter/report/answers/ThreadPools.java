package dev.hotspotter.report.answers;

import java.util.regex.Pattern;

/** The pool of a thread: its name without the parts that differ between threads or JVMs. */
public final class ThreadPools {

  private static final String NAMELESS = "(no name)";
  private static final int LONGEST = 100;

  /**
   * Ids of requests and sessions, hash codes after an @, addresses, and numbers too long for a
   * port.
   */
  private static final Pattern IDS =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}"
          + "|(?<=@)\\p{XDigit}{4,}"
          + "|\\d{1,3}(\\.\\d{1,3}){3}(:\\d+)?"
          + "|\\d{6,}"
          + "|(?<=\\()\\d+(?=\\))");

  /** The number of a thread: the last one in its name, before an optional bracket or quote. */
  private static final Pattern NUMBER = Pattern.compile("\\d+(?=[)\\]\"']?$)");

  private ThreadPools() {}

  /** Replaces each number and id with a star; null is a thread without a known name. */
  public static String of(String thread) {
    if (thread == null || thread.isBlank() || thread.startsWith("[tid=")) {
      return NAMELESS;
    }
    var name = thread.length() <= LONGEST ? thread : thread.substring(0, LONGEST);
    return NUMBER.matcher(IDS.matcher(name).replaceAll("*")).replaceFirst("*");
  }
}
