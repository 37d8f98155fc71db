package dev.hotspotter.api;

/**
 * The cause for which a job, an injection or a rendering waits, in the words of the system that
 * caused it.
 */
public record WaitCause(String reason, String message) {

  /** The cause for which nothing of a suspended job starts. */
  public static final WaitCause SUSPENDED = new WaitCause(
      Reasons.JOB_SUSPENDED, "the job is suspended; to go on, set spec.suspend to false");

  public static WaitCause ofStore(String words) {
    return new WaitCause(Reasons.OBJECT_STORE_UNAVAILABLE, "the object store failed: " + words);
  }
}
