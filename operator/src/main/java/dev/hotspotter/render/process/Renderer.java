package dev.hotspotter.render.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.FrameNames;
import dev.hotspotter.render.Limit;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.RenderLimitException;
import dev.hotspotter.render.process.RenderReply.Kind;
import dev.hotspotter.render.tasks.RenderTask;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks in a separate process with bounded memory, each in a bounded time. A recording may be
 * forged to exhaust or hang its reader; then it ends that process instead of the operator. The
 * process starts on demand. One thread at a time may use a renderer.
 */
public final class Renderer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Renderer.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** If the process was killed from outside, the second try succeeds. */
  private static final int TRIES = 2;

  private final RenderLimits limits;
  private final List<String> options;
  private RenderProcess process;
  private boolean closed;
  private long latest = Long.MAX_VALUE;

  public Renderer(RenderLimits limits) {
    this(limits, limits.options());
  }

  Renderer(RenderLimits limits, List<String> options) {
    this.limits = limits;
    this.options = options;
  }

  public RenderLimits limits() {
    return limits;
  }

  /** Starts the process, unless it runs, so that the first task need not wait for it. */
  void warmUp() {
    try {
      process();
    } catch (IOException e) {
      LOG.warn("the render process cannot be started in advance: {}", e.toString());
    }
  }

  /** Starts the elapsed time of a piece of work. */
  void begin() {
    latest = System.nanoTime() + limits.wall().toNanos();
  }

  /**
   * Runs the task, and returns its result; the task's files have at most room bytes.
   *
   * @throws BadRecordingException the input is not a recording, or exceeds the last limits
   * @throws QuickLimitException the task exceeds the limits of the quick lane
   * @throws IOException the disk failed, or the process cannot start; a retry may work
   */
  public <R> R run(RenderTask<R> task, long room)
      throws BadRecordingException, QuickLimitException, IOException {
    var request = JSON.writeValueAsString(new RenderRequest(task, room));
    var budget = budget(task);
    for (int attempt = 1; ; attempt++) {
      try {
        var reply = JSON.readValue(process().ask(request, budget), RenderReply.class);
        if (reply.kind() == Kind.FAULT || reply.limit() == Limit.MEMORY) {
          end();
        }
        return result(reply, task, budget);
      } catch (RenderProcess.EndedException | JsonProcessingException e) {
        end();
        if (attempt == TRIES) {
          throw failed(
              FrameNames.clean("the render process failed twice (%s); read the operator's log"
                  .formatted(e.getMessage())));
        }
      } catch (TimeoutException e) {
        end();
        throw tooMuch(Limit.TIME, budget);
      } catch (InterruptedException e) {
        end();
        Thread.currentThread().interrupt();
        if (System.nanoTime() >= latest) {
          throw tooMuch(Limit.TIME, budget);
        }
        throw new InterruptedIOException("the work was cancelled");
      }
    }
  }

  private <R> R result(RenderReply reply, RenderTask<R> task, Duration budget)
      throws BadRecordingException, QuickLimitException, IOException {
    return switch (reply.kind()) {
      case RESULT -> JSON.convertValue(reply.result(), task.result());
      case LIMIT -> throw tooMuch(reply.limit(), budget);
      case BAD_RECORDING -> throw new BadRecordingException(reply.words());
      case DISK -> throw new IOException(reply.words());
      case FAULT -> throw new IllegalStateException(reply.words());
    };
  }

  /** The exception for input that does not fit on the disk. */
  public RenderLimitException noRoom() throws QuickLimitException {
    return tooMuch(Limit.DISK, Duration.ZERO);
  }

  /** The exception for the limit; the thorough lane retries unless these limits are the last. */
  private RenderLimitException tooMuch(Limit limit, Duration budget) throws QuickLimitException {
    var words = limits.words(limit, budget);
    if (!limits.last()) {
      throw new QuickLimitException(words);
    }
    return new RenderLimitException(limit, words);
  }

  private BadRecordingException failed(String words) throws QuickLimitException {
    if (!limits.last()) {
      throw new QuickLimitException(words);
    }
    return new BadRecordingException(words);
  }

  private Duration budget(RenderTask<?> task) throws IOException {
    long bytes = 0;
    for (var file : task.inputs()) {
      bytes += Files.size(file);
    }
    return limits.cpu(bytes);
  }

  private synchronized RenderProcess process() throws IOException {
    if (closed) {
      throw new InterruptedIOException("the operator is stopping");
    }
    if (process == null || !process.isAlive()) {
      process = new RenderProcess(options);
    }
    return process;
  }

  /** Ends the process, which frees its memory; the next task starts a new one. */
  synchronized void end() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** Ends the process, and with it a running task. */
  @Override
  public synchronized void close() {
    closed = true;
    end();
  }
}
