package dev.hotspotter.render;

/** What a piece of rendering can have too little of. */
public enum Limit {
  MEMORY,
  DISK,
  TIME
}
