package dev.hotspotter.render.stacks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.function.UnaryOperator;

/** Text of which each line is changed while it is read, so that no changed copy has to be kept. */
final class EditedLines extends Reader {

  private final BufferedReader lines;
  private final UnaryOperator<String> edit;
  private String line = "";
  private int at;

  EditedLines(BufferedReader lines, UnaryOperator<String> edit) {
    this.lines = lines;
    this.edit = edit;
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
    var original = lines.readLine();
    if (original == null) {
      return false;
    }
    line = edit.apply(original) + '\n';
    at = 0;
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
