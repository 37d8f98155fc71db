package dev.hotspotter.e2e;

import java.util.List;
import java.util.stream.IntStream;

/** A JVM of an image in operator/local-cluster/images/matrix*, and its title in tables. */
record Jvm(String title, String image, String home) {

  static final List<Jvm> TEMURIN =
      IntStream.of(11, 17, 21, 25).mapToObj(Jvm::temurin).toList();

  static final Jvm DEBIAN_8 = debian(8, "8");

  static final Jvm DEBIAN_8_WITH_SYMBOLS = debian(8, "8, debug symbols");

  static final Jvm DEBIAN_26 = debian(26, "26");

  static final Jvm DEBIAN_27 = debian(27, "27");

  static final Jvm MUSL = new Jvm("17, musl", "localhost/hotspotter-matrix-musl:1", "/opt/java/17");

  static Jvm temurin(int jdk) {
    return new Jvm(
        Integer.toString(jdk), "localhost/hotspotter-matrix:1", "/opt/java/%d".formatted(jdk));
  }

  private static Jvm debian(int jdk, String title) {
    return new Jvm(
        title,
        "localhost/hotspotter-matrix-unstable:1",
        "/usr/lib/jvm/java-%d-openjdk-amd64".formatted(jdk));
  }

  /** The title as a part of a pod's name. */
  String label() {
    return "jdk-" + title.replaceAll("[^0-9a-z]+", "-");
  }

  @Override
  public String toString() {
    return title;
  }
}
