package dev.hotspotter.render.process;

/**
 * Work that waits or runs, and can be cancelled.
 *
 * @param job the uid of its job; null for deferrable work without a job
 * @param refused runs if the work outgrows a lane and the next lane is full
 */
record QueuedWork(String namespace, String job, RenderWork work, Runnable refused, State state) {

  QueuedWork(String namespace, String job, RenderWork work) {
    this(namespace, job, work, () -> {}, new State());
  }

  static QueuedWork later(RenderWork work, Runnable refused) {
    return new QueuedWork("", null, work, refused, new State());
  }

  boolean canWait() {
    return job == null;
  }

  /** The thread that runs the work, if any, and whether the work was cancelled or is late. */
  static final class State {

    private Thread thread;
    private boolean calledOff;
    private boolean late;

    /** False if the work was cancelled while it waited. */
    synchronized boolean begin() {
      thread = Thread.currentThread();
      late = false;
      return !calledOff;
    }

    /**
     * Ends the work: no one interrupts the thread for it any more. Returns whether its time was up.
     */
    synchronized boolean end() {
      thread = null;
      Thread.interrupted();
      return late;
    }

    synchronized void timeIsUp() {
      if (thread != null) {
        late = true;
        thread.interrupt();
      }
    }

    synchronized void cancel() {
      calledOff = true;
      if (thread != null) {
        thread.interrupt();
      }
    }

    synchronized boolean isCancelled() {
      return calledOff;
    }
  }
}
