package dev.hotspotter.render.formats;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Escapes names in a page of the converter. The page's script has names as strings in an array.
 * There {@code </script>} would end the script, so that the rest of the name becomes markup. A
 * backslash in between does not change the string.
 */
final class NamesInScript extends FilterOutputStream {

  /** The start of the array in flame graphs and heat maps; titles have no line breaks. */
  private static final List<byte[]> BEGINNINGS =
      List.of(bytes("\nconst cpool = ["), bytes("\n\tlet cpool = ["));

  private static final int BUFFER = 1 << 16;

  private final int[] matched = new int[BEGINNINGS.size()];
  private boolean inNames;
  private boolean isOver;
  private int quote;
  private int before;

  NamesInScript(OutputStream page) {
    super(new BufferedOutputStream(page, BUFFER));
  }

  @Override
  public void write(int b) throws IOException {
    if (isOver) {
      out.write(b);
    } else if (inNames) {
      writeName(b);
    } else {
      out.write(b);
      inNames = hasBegun(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    var at = offset;
    while (at < offset + length && !isOver) {
      write(bytes[at++]);
    }
    out.write(bytes, at, offset + length - at);
  }

  private void writeName(int b) throws IOException {
    if (quote == 0) {
      quote = b == '\'' || b == '"' ? b : 0;
      isOver = b == ']';
    } else if (before == '\\') {
      out.write(b);
      before = 0;
      return;
    } else if (b == quote) {
      quote = 0;
    } else if (before == '<' && (b == '/' || b == '!')) {
      out.write('\\');
    }
    out.write(quote != 0 && (b == '\n' || b == '\r') ? ' ' : b);
    before = b;
  }

  private boolean hasBegun(int b) {
    for (int i = 0; i < matched.length; i++) {
      var beginning = BEGINNINGS.get(i);
      matched[i] = b == beginning[matched[i]] ? matched[i] + 1 : b == beginning[0] ? 1 : 0;
      if (matched[i] == beginning.length) {
        return true;
      }
    }
    return false;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
