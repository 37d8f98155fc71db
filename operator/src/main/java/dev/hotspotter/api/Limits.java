package dev.hotspotter.api;

/** Ranges that several fields of a ProfileJob share. */
public final class Limits {

  /** The largest whole number that JSON's readers agree on, 2 to the power of 53 minus 1. */
  public static final long LARGEST_WHOLE = 9_007_199_254_740_991L;

  /** The largest number that an int can hold, as in batch/v1. */
  public static final long LARGEST_INT = Integer.MAX_VALUE;

  /** Names of pods, nodes and workloads. */
  static final long NAME = 253;

  /** Reasons, types of conditions, uids and the like. */
  static final long WORD = 316;

  /** Times as RFC 3339 writes them. */
  static final long TIME = 40;

  /** Sentences: a hundred targets with the sidecar's words stay below it. */
  public static final long SENTENCE = 65_536;

  /** The hottest frame with its share; code may be named with 64 KB. */
  public static final int HEADLINE = 1_024;

  /** Links begin with what the installation configures. */
  static final long LINK = 4_096;

  private Limits() {}
}
