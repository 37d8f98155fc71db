package dev.hotspotter.render.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.Chunk;
import dev.hotspotter.testing.MemoryCgroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator with a full heap and its render processes, with less memory than the chart gives
 * them. The kernel would kill them all if they exceeded it; no recording makes them.
 */
class MemoryCgroupIT {

  /**
   * Less than resources.limits.memory in the chart's values, because less memory is the worse case.
   */
  private static final long LIMIT = 768L << 20;

  @TempDir
  Path folder;

  @Test
  void the_worst_recordings_end_in_words_and_end_no_process_but_their_own() throws Exception {
    var inputs = Files.createDirectory(folder.resolve("inputs"));
    var thorough = RenderBudget.of(1, LIMIT, LIMIT * 30 / 100, 4L << 30).thorough();
    Files.write(inputs.resolve("claims-a-gigabyte.jfr"), claiming(1 << 30, 0));
    // the amount that a JVM gives to buffers by default
    Files.write(
        inputs.resolve("claims-as-much-as-heap.jfr"),
        claiming((int) (thorough.heap() * 3 / 4), (int) (thorough.heap() / 2 / 4)));
    // the most buffers and heap that are not refused, both at once
    Files.write(
        inputs.resolve("claims-all.jfr"),
        claiming((int) thorough.buffers() - (4 << 20), (int) (thorough.heap() / 2 / 4)));
    Files.write(inputs.resolve("claims-all-of-quick.jfr"), claiming(12 << 20, (24 << 20) / 4));
    Files.writeString(inputs.resolve("wide.collapsed"), stacks(400_000));
    try (var group = new MemoryCgroup(LIMIT)) {
      var log = folder.resolve("log");
      var operator = group.start(operator(inputs), log);
      long most = 0;
      while (!operator.waitFor(50, TimeUnit.MILLISECONDS)) {
        most = Math.max(most, group.unreclaimable());
      }
      System.out.printf(
          "at most %d MiB of %d, %s%n", most >> 20, LIMIT >> 20, Files.readString(log));

      assertThat(group.kills()).as(Files.readString(log)).isZero();
      assertThat(operator.exitValue()).isZero();
      assertThat(Files.readAllLines(log))
          .filteredOn(line -> line.matches("(claims|wide).*: .*"))
          .hasSize((int) Files.list(inputs).count());
      for (var refused :
          List.of("claims-a-gigabyte.jfr", "claims-as-much-as-heap.jfr", "wide.collapsed")) {
        assertThat(Files.readString(log))
            .contains(refused + ": RenderLimitException: it needs more memory than the");
      }
    }
  }

  /** Proves that the test above can fail. */
  @Test
  void without_a_limit_on_buffers_one_small_file_would_end_the_operator() throws Exception {
    var inputs = Files.createDirectory(folder.resolve("inputs"));
    Files.write(inputs.resolve("claims.jfr"), claiming(1 << 30, 0));
    try (var group = new MemoryCgroup(LIMIT)) {
      var worker = RenderProcess.command(List.of("-Xmx2g"));
      var process = group.start(worker, folder.resolve("log"));
      var bystander = group.start(List.of("sleep", "600"), folder.resolve("log of the bystander"));
      var question = new ObjectMapper()
          .writeValueAsString(
              new RenderRequest(OperatorLike.task(inputs.resolve("claims.jfr"), folder), 1 << 30));
      try (var questions = process.outputWriter()) {
        questions.write(question + "\n");
        questions.flush();
        assertThat(bystander.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(group.kills()).isPositive();
    }
  }

  /** A file of some hundred bytes. Its metadata claims this size and this many strings. */
  private static byte[] claiming(int bytes, int strings) {
    var chunk = new Chunk().metadata(strings, 0, bytes);
    return chunk.constants(0).build(chunk.position());
  }

  private static List<String> operator(Path inputs) throws IOException {
    var options = Stream.of(containerfile().split("\"")).filter(word -> word.startsWith("-X"));
    return Stream.of(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
            options,
            Stream.of(
                "-cp",
                System.getProperty("java.class.path"),
                OperatorLike.class.getName(),
                inputs.toString()))
        .flatMap(words -> words)
        .toList();
  }

  private static String containerfile() throws IOException {
    return Files.readAllLines(Path.of("Containerfile")).stream()
        .filter(line -> line.startsWith("ENTRYPOINT"))
        .findFirst()
        .orElseThrow();
  }

  /** No two stacks have a frame in common. */
  private static String stacks(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "shop.Main%d.main_[j];shop.A%d.b_[j];shop.C%d.d_[j] 1\n".formatted(i, i, i))
        .collect(Collectors.joining());
  }
}
