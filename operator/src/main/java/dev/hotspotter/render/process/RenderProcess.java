package dev.hotspotter.render.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The operator's side of a {@link RenderWorker}. The process gets no environment: its input is
 * hostile, and the environment has the object store's keys.
 */
final class RenderProcess implements AutoCloseable {

  /**
   * One compiler and one collector thread are enough for seconds of work, and start sooner. The
   * parallel collector copies a tree of frames branch by branch. The serial one spreads it over the
   * heap, which took 2.6 times the CPU time for deep stacks. Standard output is for replies; the
   * JVM's own output goes to the operator's log.
   */
  private static final List<String> OPTIONS = List.of(
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseParallelGC",
      "-XX:ParallelGCThreads=1",
      "-XX:+UseCompactObjectHeaders",
      "-XX:-UsePerfData",
      "-Xshare:auto",
      "-Xlog:disable",
      "-Xlog:all=warning:stderr",
      "-XX:+DisplayVMOutputToStderr",
      "-XX:ErrorFile=/dev/stderr");

  private static final Duration LOOK = Duration.ofMillis(500);

  private final Process process;
  private final BufferedReader answers;

  RenderProcess(List<String> limits) throws IOException {
    var builder =
        new ProcessBuilder(command(limits)).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    process = builder.start();
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  static List<String> command(List<String> limits) {
    var command = new ArrayList<>(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(OPTIONS);
    command.addAll(limits);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), RenderWorker.class.getName()));
    return command;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Sends the question, and returns the line of the reply.
   *
   * @throws EndedException if the process has ended
   * @throws TimeoutException if it exceeded the budget of CPU time
   */
  String ask(String question, Duration budget)
      throws IOException, TimeoutException, InterruptedException {
    var answer = new FutureTask<>(answers::readLine);
    var spent = cpuTime().plus(budget);
    Thread.ofVirtual().start(answer);
    try {
      var questions = process.outputWriter(StandardCharsets.UTF_8);
      questions.write(question);
      questions.newLine();
      questions.flush();
    } catch (IOException e) {
      throw new EndedException(process.waitFor());
    }
    while (true) {
      try {
        var line = answer.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
          throw new EndedException(process.waitFor());
        }
        return line;
      } catch (TimeoutException e) {
        if (cpuTime().compareTo(spent) > 0) {
          throw e;
        }
      } catch (ExecutionException e) {
        throw new EndedException(process.waitFor());
      }
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The process has ended. */
  static final class EndedException extends IOException {
    EndedException(int exitCode) {
      super("exit code " + exitCode);
    }
  }
}
