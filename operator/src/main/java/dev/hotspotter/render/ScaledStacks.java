package dev.hotspotter.render;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Collapsed stacks with each count multiplied. Counts are whole, so what one line is short of is given to the next: in the
 * converter's order, in which stacks with a common beginning follow each other, no frame is off by more than one.
 */
final class ScaledStacks extends Reader {

  private final BufferedReader lines;
  private final double scale;
  private double exact;
  private long given;
  private String line = "";
  private int at;

  ScaledStacks(BufferedReader lines, double scale) {
    this.lines = lines;
    this.scale = scale;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (at == line.length() && !next()) {
      return -1;
    }
    int count = Math.min(length, line.length() - at);
    line.getChars(at, at + count, buffer, offset);
    at += count;
    return count;
  }

  private boolean next() throws IOException {
    var stack = lines.readLine();
    if (stack == null) {
      return false;
    }
    var count = stack.lastIndexOf(' ') + 1;
    exact += Long.parseLong(stack.substring(count)) * scale;
    var samples = Math.round(exact) - given;
    given += samples;
    line = stack.substring(0, count) + samples + '\n';
    at = 0;
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
