package dev.hotspotter.render.stacks;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Divides each collapsed stack into lines of about one part's weight; their sum is the stack's
 * weight.
 */
final class DividedStacks extends FilterOutputStream {

  /** The most bytes for the lines of one stack. */
  private static final long MOST_BYTES = 8 << 20;

  private final double part;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  DividedStacks(OutputStream out, double part) {
    super(out);
    this.part = part;
  }

  @Override
  public void write(int b) throws IOException {
    if (b == '\n') {
      divide(line.toString(StandardCharsets.UTF_8));
      line.reset();
    } else {
      line.write(b);
    }
  }

  private void divide(String stack) throws IOException {
    var at = stack.lastIndexOf(' ') + 1;
    var weight = Long.parseLong(stack.substring(at));
    var most = Math.max(1, Math.min(weight, MOST_BYTES / stack.length()));
    var lines = Math.clamp(Math.round(weight / part), 1, most);
    for (long i = 0; i < lines; i++) {
      // the first lines get the remainder of the division
      var share = weight / lines + (i < weight % lines ? 1 : 0);
      out.write((stack.substring(0, at) + share + '\n').getBytes(StandardCharsets.UTF_8));
    }
  }
}
