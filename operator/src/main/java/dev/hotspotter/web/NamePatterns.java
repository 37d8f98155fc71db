package dev.hotspotter.web;

import java.util.regex.Pattern;

/**
 * The shapes of names in paths and queries. The server decodes slashes in a part of a path, so a part may hold
 * anything.
 */
public final class NamePatterns {

  /** A name as Kubernetes allows it, of bounded length. */
  public static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";

  public static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /** A job's folder. */
  public static final Pattern FOLDER = Pattern.compile("%1$s/%1$s/".formatted(NAME));

  private NamePatterns() {}
}
