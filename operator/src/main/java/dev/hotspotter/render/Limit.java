package dev.hotspotter.render;

/** What a piece of rendering can have too little of. */
enum Limit {
  MEMORY,
  DISK,
  TIME
}
