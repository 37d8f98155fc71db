package dev.hotspotter.render;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;

/** A step that reads a recording. The application may have forged the recording. */
@FunctionalInterface
public interface Conversion<T> {

  /**
   * The maximum size of a written file, equal to the default limit of a recording. No viewer opens
   * a larger file.
   */
  long LARGEST = 256L << 20;

  T run() throws IOException;

  /**
   * Runs a step, and blames the recording for all its exceptions. These include a full stack or
   * heap, and the internal errors that the JDK's reader throws.
   */
  static <T> T read(Conversion<T> step) throws BadRecordingException {
    try {
      return step.run();
    } catch (OutOfMemoryError e) {
      throw new RenderLimitException(Limit.MEMORY, e.toString(), e);
    } catch (DiskQuota.FullException e) {
      throw new RenderLimitException(Limit.DISK, e.getMessage(), e);
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      throw new BadRecordingException(e);
    }
  }

  /** Runs a whole task, and blames the recording if the task exhausts the JVM. */
  static <R> R guarded(Callable<R> task) throws Exception {
    try {
      return task.call();
    } catch (OutOfMemoryError | StackOverflowError e) {
      return read(() -> {
        throw e;
      });
    }
  }

  /**
   * Runs a step that also writes a file through {@link #loud}. Failures of the disk are not the
   * recording's fault.
   */
  static void write(Conversion<?> step) throws BadRecordingException, IOException {
    try {
      read(step);
    } catch (BadRecordingException e) {
      if (e.getCause() instanceof UncheckedIOException disk) {
        throw disk.getCause();
      }
      throw e;
    }
  }

  /**
   * A stream that throws when the disk fails or the file gets too large. The converter writes
   * through a PrintStream, which hides an IOException. It repeats long names for each stack, so its
   * output may fill the disk.
   */
  static OutputStream loud(OutputStream file) {
    return new OutputStream() {
      private long written;

      @Override
      public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        written += length;
        DiskQuota.take(length);
        if (written > LARGEST) {
          throw new IllegalStateException(
              "the file would be larger than %d MiB".formatted(LARGEST >> 20));
        }
        try {
          file.write(bytes, offset, length);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
