package dev.hotspotter.report.answers;

import java.util.regex.Pattern;

/** Which pool a thread is of, by its name: without what tells one thread from its siblings, and one JVM's names from another's. */
public final class ThreadPools {

  private static final String NAMELESS = "(no name)";
  private static final int LONGEST = 100;

  /** Ids of requests and sessions, hash codes after an at sign, addresses, and numbers that are too long for a port. */
  private static final Pattern IDS = Pattern.compile(
      "\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}|(?<=@)\\p{XDigit}{4,}|\\d{1,3}(\\.\\d{1,3}){3}(:\\d+)?|\\d{6,}|(?<=\\()\\d+(?=\\))");

  /** The number of a thread is the last of its name; something may close after it. */
  private static final Pattern NUMBER = Pattern.compile("\\d+(?=[)\\]\"']?$)");

  private ThreadPools() {}

  /** A star for each number and id; null is a thread of which only the number is known. */
  public static String of(String thread) {
    if (thread == null || thread.isBlank() || thread.startsWith("[tid=")) {
      return NAMELESS;
    }
    var name = thread.length() <= LONGEST ? thread : thread.substring(0, LONGEST);
    return NUMBER.matcher(IDS.matcher(name).replaceAll("*")).replaceFirst("*");
  }
}
