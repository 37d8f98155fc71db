package dev.hotspotter.e2e;

import java.util.List;

/**
 * One kind of pod and what is to come of a job for it: a profile of certain JVMs, each told by container and port, or a reason with
 * a sentence that has the fix in it and quotes whoever refused. Target and recording are what the job says besides the selector
 * and the duration.
 */
record MatrixCase(
    String name, BurnerPod pod, String target, String recording, String result, String fix, String quote, List<String> recorded) {

  static final String PROFILED = "profiled";

  static MatrixCase profiled(String name, BurnerPod pod) {
    return new MatrixCase(name, pod, "", "", PROFILED, "", "", List.of("app 8000"));
  }

  static MatrixCase refused(String name, BurnerPod pod, String reason, String fix) {
    return new MatrixCase(name, pod, "", "", reason, fix, "", List.of());
  }

  /** With another field of the job's target. */
  MatrixCase target(String field) {
    return new MatrixCase(name, pod, ", " + field, recording, result, fix, quote, recorded);
  }

  /** With another field of the job's recording. */
  MatrixCase recording(String field) {
    return new MatrixCase(name, pod, target, ", " + field, result, fix, quote, recorded);
  }

  /** Of other JVMs than the one that most pods have. */
  MatrixCase of(String... recorded) {
    return new MatrixCase(name, pod, target, recording, result, fix, quote, List.of(recorded));
  }

  MatrixCase quoting(String quote) {
    return new MatrixCase(name, pod, target, recording, result, fix, quote, recorded);
  }

  boolean isProfiled() {
    return result.equals(PROFILED);
  }

  boolean hasKernelFrames() {
    return isProfiled() && recording.contains("kernelStacks: true");
  }

  @Override
  public String toString() {
    return name;
  }
}
