package dev.hotspotter.render.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.FrameNames;
import dev.hotspotter.render.Limit;
import dev.hotspotter.render.OutgrownException;
import dev.hotspotter.render.TooMuchException;
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
 * Renders in a process of its own, with bounded memory, and each task in a bounded time: a recording is the application's, and one
 * that is made to exhaust or to hang its reader ends that process and not the operator. The process is started when it is
 * needed. One thread at a time may use it.
 */
public final class Renderer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Renderer.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A process that ended through no fault of the task's, killed by someone, would do it the second time. */
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

  /** Starts the process, if there is none, so that the first task need not wait for it. */
  void warmUp() {
    try {
      process();
    } catch (IOException e) {
      LOG.warn("a process for rendering cannot be started ahead of time: {}", e.toString());
    }
  }

  /** From now on, a piece of work has the time that it may have from its beginning to its end. */
  void begin() {
    latest = System.nanoTime() + limits.wall().toNanos();
  }

  /**
   * The result of the task, whose files have at most so many bytes.
   *
   * @throws BadRecordingException what it reads is no recording, or takes more than there is for it
   * @throws OutgrownException it takes more than there is for it here
   * @throws IOException the disk failed, or no process can be started: it may work later
   */
  public <R> R run(RenderTask<R> task, long room)
      throws BadRecordingException, OutgrownException, IOException {
    var question = JSON.writeValueAsString(new RenderQuestion(task, room));
    var budget = budget(task);
    for (int attempt = 1; ; attempt++) {
      try {
        var reply = JSON.readValue(process().ask(question, budget), RenderReply.class);
        if (reply.fault() != null || reply.limit() == Limit.MEMORY) {
          end();
        }
        return result(reply, task, budget);
      } catch (RenderProcess.EndedException | JsonProcessingException e) {
        end();
        if (attempt == TRIES) {
          throw failed(FrameNames.clean(
              "the process that rendered it failed, twice (%s); read the operator's log"
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
        throw new InterruptedIOException("the work was called off");
      }
    }
  }

  private <R> R result(RenderReply reply, RenderTask<R> task, Duration budget)
      throws BadRecordingException, OutgrownException, IOException {
    if (reply.badRecording() != null) {
      throw new BadRecordingException(reply.badRecording());
    }
    if (reply.limit() != null) {
      throw tooMuch(reply.limit(), budget);
    }
    if (reply.disk() != null) {
      throw new IOException(reply.disk());
    }
    if (reply.fault() != null) {
      throw new IllegalStateException(reply.fault());
    }
    return JSON.convertValue(reply.result(), task.result());
  }

  /** What is yet to be read does not fit on the disk beside the rest. */
  public TooMuchException noRoom() throws OutgrownException {
    return tooMuch(Limit.DISK, Duration.ZERO);
  }

  /** What is no limit's last word is tried elsewhere. */
  private TooMuchException tooMuch(Limit limit, Duration budget) throws OutgrownException {
    var words = limits.words(limit, budget);
    if (!limits.last()) {
      throw new OutgrownException(words);
    }
    return new TooMuchException(limit, words);
  }

  private BadRecordingException failed(String words) throws OutgrownException {
    if (!limits.last()) {
      throw new OutgrownException(words);
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

  /** Its memory is free again, until there is the next task. */
  synchronized void end() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** What is being rendered ends as well. */
  @Override
  public synchronized void close() {
    closed = true;
    end();
  }
}
