package dev.hotspotter.render;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Event;
import dev.hotspotter.plan.ApplicationCode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The process that renders, one task after the other: a line of JSON comes in, a line of JSON goes out. Whatever a recording does
 * to it, it does not do to the operator. It ends when nobody can ask any more.
 */
public final class RenderWorker {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Nothing, merged. */
  private static final RenderTask<?> NOTHING =
      new MergeEvent(Event.CPU, List.of(), new ApplicationCode(Set.of(), Set.of()), "", Path.of("/dev/null"), null);

  private RenderWorker() {}

  public static void main(String[] args) throws IOException {
    var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    // loads, before anybody waits, most of what the first task needs
    answer(JSON.writeValueAsString(NOTHING));
    for (String line; (line = questions.readLine()) != null; ) {
      answers.println(JSON.writeValueAsString(answer(line)));
    }
  }

  private static RenderReply answer(String line) throws IOException {
    var task = JSON.readValue(line, RenderTask.class);
    try {
      return new RenderReply(JSON.valueToTree(task.run()), null, null, null);
    } catch (BadRecordingException e) {
      return new RenderReply(null, e.getMessage(), null, null);
    } catch (FileSystemException e) {
      return new RenderReply(null, null, e.getReason() == null ? e.getClass().getSimpleName() : e.getReason(), null);
    } catch (IOException e) {
      return new RenderReply(null, null, String.valueOf(e.getMessage()), null);
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      return new RenderReply(null, null, null, e.toString());
    }
  }
}
