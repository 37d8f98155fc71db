package dev.hotspotter.render;

import java.util.function.UnaryOperator;

/**
 * Collapsed stacks with each count multiplied. Counts are whole, so what one line is short of is given to the next: in the
 * converter's order, in which stacks with a common beginning follow each other, no frame is off by more than one.
 */
final class ScaledStacks implements UnaryOperator<String> {

  private final double scale;
  private double exact;
  private long given;

  ScaledStacks(double scale) {
    this.scale = scale;
  }

  @Override
  public String apply(String stack) {
    var count = stack.lastIndexOf(' ') + 1;
    exact += Long.parseLong(stack.substring(count)) * scale;
    var samples = Math.round(exact) - given;
    given += samples;
    return stack.substring(0, count) + samples;
  }
}
