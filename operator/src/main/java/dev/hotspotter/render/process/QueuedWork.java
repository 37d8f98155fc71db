package dev.hotspotter.render.process;

/**
 * Work that waits or is under way, and can be called off.
 *
 * @param job the uid of the job that it is for; null if it is for none and can wait
 * @param refused what is to be done when it has outgrown a lane and the next has no room for it
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

  /** Whose thread it is on, while it is on one. */
  static final class State {

    private Thread thread;
    private boolean calledOff;
    private boolean late;

    /** False if the work was called off while it waited. */
    synchronized boolean begin() {
      thread = Thread.currentThread();
      late = false;
      return !calledOff;
    }

    /** From here on nobody interrupts the thread for this. Says whether its time was up. */
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

    synchronized void callOff() {
      calledOff = true;
      if (thread != null) {
        thread.interrupt();
      }
    }

    synchronized boolean isCalledOff() {
      return calledOff;
    }
  }
}
