package dev.hotspotter.e2e;

/**
 * One kind of pod and what is to come of a job for it: a profile, or a reason with a sentence that has the fix in it. Target
 * and recording are what the job says besides the selector and the duration.
 */
record MatrixCase(String name, BurnerPod pod, String target, String recording, String result, String fix) {

  static final String PROFILED = "profiled";

  static MatrixCase profiled(String name, BurnerPod pod) {
    return new MatrixCase(name, pod, "", "", PROFILED, "");
  }

  static MatrixCase refused(String name, BurnerPod pod, String reason, String fix) {
    return new MatrixCase(name, pod, "", "", reason, fix);
  }

  /** With another field of the job's target. */
  MatrixCase target(String field) {
    return new MatrixCase(name, pod, ", " + field, recording, result, fix);
  }

  /** With another field of the job's recording. */
  MatrixCase recording(String field) {
    return new MatrixCase(name, pod, target, ", " + field, result, fix);
  }

  boolean isProfiled() {
    return result.equals(PROFILED);
  }

  @Override
  public String toString() {
    return name;
  }
}
