package dev.hotspotter.render.tasks;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.process.RenderWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A task as sent to a {@link RenderWorker}, which replies with its result. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task")
@JsonSubTypes({
  @JsonSubTypes.Type(value = RenderRecording.class, name = "RenderRecording"),
  @JsonSubTypes.Type(value = ConvertRecording.class, name = "ConvertRecording"),
  @JsonSubTypes.Type(value = MergeEvent.class, name = "MergeEvent"),
  @JsonSubTypes.Type(value = CompareEvent.class, name = "CompareEvent")
})
public sealed interface RenderTask<R>
    permits RenderRecording, ConvertRecording, MergeEvent, CompareEvent {

  R run() throws BadRecordingException, IOException;

  /** The files that the task reads; their size determines its time limit. */
  @JsonIgnore
  List<Path> inputs();

  @JsonIgnore
  Class<R> result();
}
