package dev.hotspotter.api;

import java.time.DateTimeException;
import java.time.Instant;

/** How names in a ProfileJob may look: the CRD's rules are made of them, and the operator's check of old objects. */
public final class Patterns {

  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String QUALIFIED = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

  /** A pod, a workload or a job. */
  public static final String NAME = "^" + DNS_LABEL + "([.]" + DNS_LABEL + ")*$";

  public static final String CONTAINER = "^(" + DNS_LABEL + "|[*])$";
  public static final String API_VERSION = "^(" + DNS_LABEL + "([.]" + DNS_LABEL + ")*/)?" + DNS_LABEL + "$";
  public static final String KIND = "^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$";
  public static final String LABEL_KEY = "^(" + DNS_LABEL + "([.]" + DNS_LABEL + ")*/)?" + QUALIFIED + "$";
  public static final String LABEL_VALUE = "^(" + QUALIFIED + ")?$";

  /** A point in time as the operator writes it; fractions of a second are allowed. */
  static final String TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$";

  /** SHA-256 in hex. */
  static final String HASH = "^[0-9a-f]{0,64}$";

  private Patterns() {}

  /** True for a time as the API writes it, and for null. */
  public static boolean isTimeOrNone(String text) {
    try {
      return text == null || text.matches(TIME) && Instant.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** True for a hash as the API writes it, and for null. */
  public static boolean isHashOrNone(String text) {
    return text == null || text.matches(HASH);
  }
}
