package dev.hotspotter.retention;

/** The decision to delete a job's artifacts, and the reason as the second half of a sentence. */
record Deletion(StoredJob job, Cause cause, String why) {

  /** The limit that caused the deletion, as metrics name it. */
  enum Cause {
    MAX_AGE("MaxAge"),
    MAX_BYTES("MaxBytes"),
    RECLAIM_POLICY("ReclaimPolicy"),
    /** An earlier sweep did not finish. */
    UNFINISHED("Unfinished");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
