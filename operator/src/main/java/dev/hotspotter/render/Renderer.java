package dev.hotspotter.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders in processes of its own, each with a bounded heap and each task with a bounded time: a recording is the application's, and
 * one that is made to exhaust or to hang its reader ends that process and not the operator. Processes are started when they are
 * needed and end when they have had nothing to do for a while, so that their memory is taken only while something is rendered.
 */
public final class Renderer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Renderer.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A process that ended through no fault of the task's, killed by someone, would do it the second time. */
  private static final int TRIES = 2;

  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration LOOK_FOR_IDLE = Duration.ofMinutes(1);

  /** Of this machine's or container's memory, for the heaps of all processes together. */
  private static final int HEAP_PERCENT = 40;

  private static final int MIB = 1 << 20;

  private final Factory factory;
  private final GenericObjectPool<RenderProcess> processes;
  private final Duration patience;

  /** As many processes at most. */
  public Renderer(int size) {
    this(size, List.of("-XX:MaxRAMPercentage=" + (double) HEAP_PERCENT / size), Duration.ofSeconds(30));
  }

  /** A task may take patience, and a second more for each MiB that it reads, of CPU time. */
  Renderer(int size, List<String> heap, Duration patience) {
    this.patience = patience;
    var config = new GenericObjectPoolConfig<RenderProcess>();
    config.setMaxTotal(size);
    config.setMaxIdle(size);
    config.setTestOnBorrow(true);
    config.setMinEvictableIdleDuration(IDLE);
    config.setTimeBetweenEvictionRuns(LOOK_FOR_IDLE);
    config.setJmxEnabled(false);
    factory = new Factory(heap);
    processes = new GenericObjectPool<>(factory, config);
  }

  /** Starts a process, if there is none, so that the first task need not wait for it. */
  public void warmUp() {
    try {
      if (processes.getNumIdle() + processes.getNumActive() == 0) {
        processes.addObject();
      }
    } catch (Exception e) {
      LOG.warn("a process for rendering cannot be started ahead of time: {}", e.toString());
    }
  }

  /**
   * The result of the task.
   *
   * @throws BadRecordingException what it reads is no recording, or takes more time or memory than a task may
   * @throws IOException the disk failed, or no process can be started: it may work later
   */
  public <R> R run(RenderTask<R> task) throws BadRecordingException, IOException {
    var question = JSON.writeValueAsString(task);
    var budget = budget(task);
    for (int attempt = 1; ; attempt++) {
      var process = borrow();
      try {
        var reply = JSON.readValue(process.ask(question, budget), RenderReply.class);
        if (reply.fault() == null) {
          processes.returnObject(process);
        } else {
          discard(process);
        }
        return result(reply, task);
      } catch (RenderProcess.EndedException | JsonProcessingException e) {
        discard(process);
        if (attempt == TRIES) {
          throw new BadRecordingException(
              FrameNames.clean("the process that rendered it failed, twice (%s); read the operator's log".formatted(e.getMessage())));
        }
      } catch (TimeoutException e) {
        discard(process);
        throw new BadRecordingException("it was not done within %d s of CPU time, which no recording of its size needs".formatted(budget.toSeconds()));
      } catch (InterruptedException e) {
        discard(process);
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the operator is stopping");
      }
    }
  }

  private static <R> R result(RenderReply reply, RenderTask<R> task) throws BadRecordingException, IOException {
    if (reply.badRecording() != null) {
      throw new BadRecordingException(reply.badRecording());
    }
    if (reply.disk() != null) {
      throw new IOException(reply.disk());
    }
    if (reply.fault() != null) {
      throw new IllegalStateException(reply.fault());
    }
    return JSON.convertValue(reply.result(), task.result());
  }

  private Duration budget(RenderTask<?> task) throws IOException {
    long bytes = 0;
    for (var file : task.inputs()) {
      bytes += Files.size(file);
    }
    return patience.plusSeconds(bytes / MIB);
  }

  private RenderProcess borrow() throws IOException {
    try {
      return processes.borrowObject();
    } catch (IOException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the operator is stopping");
    } catch (Exception e) {
      throw new IOException("no process for rendering can be started: " + e, e);
    }
  }

  private void discard(RenderProcess process) {
    try {
      processes.invalidateObject(process);
    } catch (Exception e) {
      LOG.warn("a process that rendered cannot be ended: {}", e.toString());
    }
  }

  /** What is being rendered ends as well. */
  @Override
  public void close() {
    processes.close();
    factory.alive.forEach(RenderProcess::close);
  }

  /** Starts and ends processes. */
  private static final class Factory extends BasePooledObjectFactory<RenderProcess> {

    private final List<String> heap;
    private final Set<RenderProcess> alive = ConcurrentHashMap.newKeySet();

    Factory(List<String> heap) {
      this.heap = heap;
    }

    @Override
    public RenderProcess create() throws IOException {
      var process = new RenderProcess(heap);
      alive.add(process);
      return process;
    }

    @Override
    public PooledObject<RenderProcess> wrap(RenderProcess process) {
      return new DefaultPooledObject<>(process);
    }

    @Override
    public boolean validateObject(PooledObject<RenderProcess> process) {
      return process.getObject().isAlive();
    }

    @Override
    public void destroyObject(PooledObject<RenderProcess> process) {
      alive.remove(process.getObject());
      process.getObject().close();
    }
  }
}
