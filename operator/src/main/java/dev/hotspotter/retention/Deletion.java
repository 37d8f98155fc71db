package dev.hotspotter.retention;

/** That a job's artifacts go, and why, as a sentence that begins in its middle: deleted because ... */
record Deletion(StoredJob job, Cause cause, String why) {

  /** The limit that made it go, as metrics name it. */
  enum Cause {
    MAX_AGE("MaxAge"),
    MAX_BYTES("MaxBytes"),
    RECLAIM_POLICY("ReclaimPolicy"),
    /** An earlier sweep did not come to its end. */
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
