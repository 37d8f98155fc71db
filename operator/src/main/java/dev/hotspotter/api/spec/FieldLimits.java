package dev.hotspotter.api.spec;

/** Ranges that several fields of a ProfileJob share. */
public final class FieldLimits {

  /** 2 to the power of 53 minus 1: the largest whole number that all JSON readers read alike. */
  public static final long LARGEST_WHOLE = 9_007_199_254_740_991L;

  /** The largest int, as in batch/v1. */
  public static final long LARGEST_INT = Integer.MAX_VALUE;

  /** Names of pods, nodes and workloads. */
  public static final long NAME = 253;

  /** Reasons, types of conditions, and uids. */
  public static final long WORD = 316;

  /** Times as RFC 3339 writes them. */
  public static final long TIME = 40;

  /** Names and digests of images. */
  public static final long IMAGE = 512;

  /** Messages: those of a hundred targets fit. */
  public static final long SENTENCE = 65_536;

  /** The hottest frame with its share; a frame's name can have 64 KB. */
  public static final int HEADLINE = 1_024;

  /** Links; they begin with a URL from the installation. */
  public static final long LINK = 4_096;

  private FieldLimits() {}
}
