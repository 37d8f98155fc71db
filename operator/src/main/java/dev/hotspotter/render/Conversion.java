package dev.hotspotter.render;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;

/** A step over what an application has recorded, who may have made it to do harm. */
@FunctionalInterface
public interface Conversion<T> {

  /** As large as the recordings that are allowed by default; nobody could open more. */
  long LARGEST = 256L << 20;

  T run() throws IOException;

  /** Whatever reading throws is the recording's fault, a stack or a heap that is too small for it included, and what the JDK's reader calls an error of its own. */
  static <T> T read(Conversion<T> step) throws BadRecordingException {
    try {
      return step.run();
    } catch (OutOfMemoryError e) {
      throw new TooMuchException(Limit.MEMORY, e.toString(), e);
    } catch (DiskQuota.FullException e) {
      throw new TooMuchException(Limit.DISK, e.getMessage(), e);
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      throw new BadRecordingException(e);
    }
  }

  /** A whole task: what exhausts the JVM, wherever it does, is the recording's fault. */
  static <R> R guarded(Callable<R> task) throws Exception {
    try {
      return task.call();
    } catch (OutOfMemoryError | StackOverflowError e) {
      return read(() -> {
        throw e;
      });
    }
  }

  /** As reading, but trouble with the file that is written is no fault of the recording; write only through {@link #loud}. */
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
   * The converter writes through a PrintStream, which keeps silent about an IOException; and it writes long names as often as
   * they are on a stack, until the disk is full.
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
              "it would become a file of more than %d MiB".formatted(LARGEST >> 20));
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
