package dev.hotspotter.render;

import java.util.concurrent.Callable;

/** The bytes that a task's files may still use on the disk. */
public final class DiskQuota {

  private static final ScopedValue<DiskQuota> OF_THE_TASK = ScopedValue.newInstance();

  private long left;

  private DiskQuota(long bytes) {
    left = bytes;
  }

  /** A task exceeded its quota. */
  static final class FullException extends RuntimeException {
    private FullException() {
      super("the files of this task exceed their disk quota");
    }
  }

  /** Runs the task with a quota for all its files together. */
  public static <R> R within(long bytes, Callable<R> task) throws Exception {
    return ScopedValue.where(OF_THE_TASK, new DiskQuota(bytes))
        .call(() -> Conversion.guarded(task));
  }

  /** Takes bytes from the quota before they are written. Outside of a task there is no quota. */
  public static void take(long bytes) {
    if (OF_THE_TASK.isBound()) {
      OF_THE_TASK.get().less(bytes);
    }
  }

  private void less(long bytes) {
    left -= bytes;
    if (left < 0) {
      throw new FullException();
    }
  }
}
