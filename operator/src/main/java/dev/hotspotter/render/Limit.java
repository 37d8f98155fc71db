package dev.hotspotter.render;

/** A resource that a piece of render work can exceed. */
public enum Limit {
  MEMORY,
  DISK,
  TIME
}
