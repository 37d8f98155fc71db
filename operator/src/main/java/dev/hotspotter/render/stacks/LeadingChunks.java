package dev.hotspotter.render.stacks;

import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.DiskQuota;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies the first chunks of a recording to their own file. The JDK's reader reuses event types of
 * the previous chunk that have the same number. So it would read the profiler's events as events of
 * the JVM.
 */
public final class LeadingChunks {

  /** The offset of the length in a chunk's header, after four magic bytes and the version. */
  private static final int LENGTH_AT = 8;

  private LeadingChunks() {}

  /** A reader of the temporary file. */
  @FunctionalInterface
  public interface Reading {
    Object of(Path file) throws IOException;
  }

  public static void with(Path jfr, int chunks, Reading reading)
      throws BadRecordingException, IOException {
    if (chunks == 0) {
      return;
    }
    var copy = Files.createTempFile(jfr.toAbsolutePath().getParent(), "jvm", ".jfr");
    try (var from = FileChannel.open(jfr);
        var to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      var end = Conversion.read(() -> {
        var bytes = end(from, chunks);
        DiskQuota.take(bytes);
        return bytes;
      });
      for (long at = 0; at < end; ) {
        at += from.transferTo(at, end - at, to);
      }
      Conversion.read(() -> reading.of(copy));
    } finally {
      Files.delete(copy);
    }
  }

  private static long end(FileChannel file, int chunks) throws IOException {
    long end = 0;
    for (int i = 0; i < chunks; i++) {
      var length = ByteBuffer.allocate(Long.BYTES);
      if (file.read(length, end + LENGTH_AT) < Long.BYTES) {
        throw new EOFException("chunk %d has no header".formatted(i));
      }
      end += length.getLong(0);
      if (length.getLong(0) <= LENGTH_AT || end < 0 || end > file.size()) {
        throw new IOException("chunk %d cannot be %d bytes long".formatted(i, length.getLong(0)));
      }
    }
    return end;
  }
}
