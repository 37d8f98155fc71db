package dev.hotspotter.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A difference between the clock of a process and the other clocks, made by libfaketime. */
public record WrongClock(Duration ahead) {

  private static final Path LIBRARIES = Path.of("/usr/lib");

  /** The output of a test class's main method in a JVM whose clock is wrong. */
  public String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
    var command = Stream.of(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()),
            List.of(arguments))
        .flatMap(List::stream)
        .toList();
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(variables(library().toString()));
    var process = builder.start();
    var output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s".formatted(main.getSimpleName(), process.exitValue(), output));
    }
    return output;
  }

  /**
   * The variables of a JVM that has the library at this path. Time-outs stay right: HotSpot takes
   * them from the monotonic clock.
   */
  public Map<String, String> variables(String library) {
    return Map.of(
        "LD_PRELOAD",
        library,
        "FAKETIME",
        "%+d".formatted(ahead.toSeconds()),
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }

  /** The library of this machine. */
  public static Path library() throws IOException {
    try (var architectures = Files.list(LIBRARIES)) {
      return architectures
          .map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
          .filter(Files::isReadable)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(
              "libfaketime is missing; run operator/local-cluster/setup.sh chart"));
    }
  }
}
