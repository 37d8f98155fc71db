package dev.hotspotter.e2e;

import java.util.List;
import java.util.stream.Stream;

/**
 * One kind of pod and the expected result of its job: profiles of certain JVMs, by container and
 * port, or a reason with a message that has the fix. Target and recording are the job's fields
 * besides the selector, the duration and the events.
 */
record MatrixCase(
    String name,
    BurnerPod pod,
    List<Jvm> jvms,
    String target,
    String recording,
    String result,
    String fix,
    String quote,
    List<String> recorded) {

  static final String PROFILED = "profiled";

  static MatrixCase profiled(String name, BurnerPod pod) {
    return new MatrixCase(name, pod, Jvm.TEMURIN, "", "", PROFILED, "", "", List.of("app 8000"));
  }

  static MatrixCase refused(String name, BurnerPod pod, String reason, String fix) {
    return new MatrixCase(name, pod, Jvm.TEMURIN, "", "", reason, fix, "", List.of());
  }

  /** The case with another field of the job's target. */
  MatrixCase target(String field) {
    return new MatrixCase(name, pod, jvms, ", " + field, recording, result, fix, quote, recorded);
  }

  /** The case with another field of the job's recording. */
  MatrixCase recording(String field) {
    return new MatrixCase(name, pod, jvms, target, ", " + field, result, fix, quote, recorded);
  }

  /** The case on one JDK, because all have the same result. */
  MatrixCase onOneJdk() {
    return new MatrixCase(
        name, pod, List.of(Jvm.TEMURIN.getLast()), target, recording, result, fix, quote, recorded);
  }

  /** The case on all other JVMs, too, as an example of them all. */
  MatrixCase onEveryJvm() {
    var every = Stream.concat(Jvm.TEMURIN.stream(), OtherJvmOptions.JVMS.stream())
        .filter(jvm -> !jvm.equals(Jvm.DEBIAN_8_WITH_SYMBOLS))
        .toList();
    return new MatrixCase(name, pod, every, target, recording, result, fix, quote, recorded);
  }

  /** The case in which these JVMs have the library, from the job or from before. */
  MatrixCase of(String... recorded) {
    return new MatrixCase(
        name, pod, jvms, target, recording, result, fix, quote, List.of(recorded));
  }

  MatrixCase quoting(String quote) {
    return new MatrixCase(name, pod, jvms, target, recording, result, fix, quote, recorded);
  }

  boolean isProfiled() {
    return result.equals(PROFILED);
  }

  /**
   * True if HotSpot opens its attach socket, also for ProfilerBusy: only the profiler in the JVM
   * knows of a running recording.
   */
  boolean isAttached() {
    return isProfiled() || result.equals("ProfilerBusy");
  }

  boolean hasJvm() {
    return !result.equals("NoJvmFound");
  }

  boolean hasKernelFrames() {
    return isProfiled() && recording.contains("kernelStacks: true");
  }

  @Override
  public String toString() {
    return name;
  }
}
