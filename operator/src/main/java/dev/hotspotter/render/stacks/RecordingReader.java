package dev.hotspotter.render.stacks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import one.jfr.JfrReader;
import one.jfr.StackTrace;

/**
 * Reads a recording chunk by chunk, without the {@link InlinedFrames inlined methods} that cannot
 * have run.
 */
public final class RecordingReader extends JfrReader {

  private final Set<Integer> corrected = new HashSet<>();
  private InlinedFrames inlined;

  public RecordingReader(Path jfr) throws IOException {
    super(jfr.toString());
    stopAtNewChunk = true;
  }

  /** Corrects the stacks of the chunk, which have been read by now. */
  @Override
  public boolean hasMoreChunks() throws IOException {
    var more = super.hasMoreChunks();
    corrected.clear();
    inlined = new InlinedFrames(methods, classes, symbols);
    if (more) {
      stackTraces.forEach(
          (id, stack) -> inlined.corrected(stack).ifPresent(better -> correct(id, better)));
    }
    return more;
  }

  private void correct(long id, StackTrace stack) {
    stackTraces.put(id, stack);
    corrected.add((int) id);
  }

  /** Whether this stack of the current chunk lost inlined methods. */
  boolean isCorrected(int stack) {
    return corrected.contains(stack);
  }

  /** Calls {@link InlinedFrames#guessed} for a stack of the current chunk. */
  int guessed(StackTrace stack) {
    return inlined.guessed(stack);
  }
}
