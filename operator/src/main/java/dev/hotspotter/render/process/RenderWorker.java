package dev.hotspotter.render.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.DiskQuota;
import dev.hotspotter.render.FrameNames;
import dev.hotspotter.render.Limit;
import dev.hotspotter.render.RenderLimitException;
import dev.hotspotter.render.process.RenderReply.Kind;
import dev.hotspotter.render.tasks.MergeEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;

/**
 * The main class of the render process: it reads tasks and writes results, each as a line of JSON.
 * A hostile recording harms this process instead of the operator. It exits when the operator closes
 * its input.
 */
public final class RenderWorker {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A merge without targets. */
  private static final RenderRequest NOTHING = new RenderRequest(
      new MergeEvent(
          Event.CPU,
          List.of(),
          new ApplicationCode(Set.of(), Set.of()),
          "",
          Path.of("/dev/null"),
          null,
          null),
      Conversion.LARGEST);

  private RenderWorker() {}

  public static void main(String[] args) throws Exception {
    var answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    // loads most classes that the first task needs, before the operator sends it
    answer(JSON.readValue(JSON.writeValueAsString(NOTHING), RenderRequest.class));
    var questions = new SynchronousQueue<String>();
    Thread.ofPlatform().daemon().start(() -> pass(System.in, questions));
    while (true) {
      var reply = answer(JSON.readValue(questions.take(), RenderRequest.class));
      answers.println(JSON.writeValueAsString(reply.reply()));
      if (reply.exhausted()) {
        return;
      }
    }
  }

  /** Passes lines on, and exits at the end of the input, because then nobody reads the results. */
  private static void pass(InputStream in, SynchronousQueue<String> questions) {
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        questions.put(line);
      }
    } catch (IOException | InterruptedException e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * A reply, and whether the JVM has run out of memory or stack. Such a JVM must exit: its classes
   * may be half initialised.
   */
  private record Answer(RenderReply reply, boolean exhausted) {}

  private static Answer answer(RenderRequest request) {
    try {
      var result = DiskQuota.within(request.room(), request.task()::run);
      return new Answer(RenderReply.succeeded(JSON.valueToTree(result)), false);
    } catch (RenderLimitException e) {
      return new Answer(RenderReply.exceeded(e.limit()), e.limit() == Limit.MEMORY);
    } catch (BadRecordingException e) {
      return new Answer(RenderReply.failed(Kind.BAD_RECORDING, e.getMessage()), isExhausted(e));
    } catch (FileSystemException e) {
      var reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
      return new Answer(RenderReply.failed(Kind.DISK, reason), false);
    } catch (IOException e) {
      return new Answer(RenderReply.failed(Kind.DISK, String.valueOf(e.getMessage())), false);
    } catch (Exception | Error e) {
      e.printStackTrace();
      return new Answer(RenderReply.failed(Kind.FAULT, FrameNames.clean(e.toString())), true);
    }
  }

  /** Looks through the causes: a failed format wraps the original error. */
  private static boolean isExhausted(Throwable e) {
    return e != null && (e instanceof VirtualMachineError || isExhausted(e.getCause()));
  }
}
