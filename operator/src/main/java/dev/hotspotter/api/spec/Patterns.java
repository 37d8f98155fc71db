package dev.hotspotter.api.spec;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.regex.Pattern;

/**
 * Patterns of names in a ProfileJob, for the CRD's rules and the operator's check of old objects.
 */
public final class Patterns {

  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String QUALIFIED = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

  /** A pod, a workload or a job. */
  public static final String NAME = "^" + DNS_LABEL + "([.]" + DNS_LABEL + ")*$";

  public static final String CONTAINER = "^(" + DNS_LABEL + "|[*])$";
  public static final String API_VERSION =
      "^(" + DNS_LABEL + "([.]" + DNS_LABEL + ")*/)?" + DNS_LABEL + "$";
  public static final String KIND = "^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$";
  public static final String LABEL_KEY =
      "^(" + DNS_LABEL + "([.]" + DNS_LABEL + ")*/)?" + QUALIFIED + "$";
  public static final String LABEL_VALUE = "^(" + QUALIFIED + ")?$";

  /** A point in time as the operator writes it; fractions of a second are allowed. */
  public static final String TIME =
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$";

  /** A percentage with one decimal. */
  public static final String PERCENT = "^[0-9]{1,3}[.][0-9]$";

  /** SHA-256 in hex. */
  public static final String HASH = "^[0-9a-f]{0,64}$";

  private static final Pattern TIME_SHAPE = Pattern.compile(TIME);
  private static final Pattern HASH_SHAPE = Pattern.compile(HASH);

  private Patterns() {}

  /**
   * True for null and for a time. It creates no objects, because a status has hundreds of times.
   */
  public static boolean isTimeOrNone(String text) {
    return text == null || TIME_SHAPE.matcher(text).matches() && isInTheCalendar(text);
  }

  private static boolean isInTheCalendar(String time) {
    try {
      LocalDateTime.of(
          number(time, 0, 4),
          number(time, 5, 7),
          number(time, 8, 10),
          number(time, 11, 13),
          number(time, 14, 16),
          number(time, 17, 19));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /** True for null, and for a hash as the API writes it. */
  public static boolean isHashOrNone(String text) {
    return text == null || HASH_SHAPE.matcher(text).matches();
  }
}
