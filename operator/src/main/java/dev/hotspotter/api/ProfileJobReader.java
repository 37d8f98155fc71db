package dev.hotspotter.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import dev.hotspotter.api.spec.ProfileJobSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads any ProfileJob without failing, because a failure would end the whole list or watch. It
 * reads an unsound object without its spec or status, and keeps the problem.
 */
public final class ProfileJobReader extends StdDeserializer<ProfileJob> {

  private static final long serialVersionUID = 1;

  /** It ignores unknown fields, which a later version may have added. */
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final int LONGEST = 500;

  public ProfileJobReader() {
    super(ProfileJob.class);
  }

  @Override
  public ProfileJob deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    if (!parser.isExpectedStartObjectToken()) {
      return (ProfileJob) context.handleUnexpectedToken(ProfileJob.class, parser);
    }
    var job = new ProfileJob();
    var problems = new ArrayList<String>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      var field = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_NULL) {
        continue;
      }
      switch (field) {
        case "metadata" -> job.setMetadata(context.readValue(parser, ObjectMeta.class));
        case "spec" -> job.setSpec(part(parser, field, ProfileJobSpec.class, problems));
        case "status" -> job.setStatus(part(parser, field, ProfileJobStatus.class, problems));
        case "unreadable" -> problems.add(parser.getText());
        default -> parser.skipChildren();
      }
    }
    dropUnsound(job, problems);
    job.setUnreadable(problems.isEmpty() ? null : String.join("; ", problems));
    return job;
  }

  /** The spec of a manifest has no defaults from the API server yet and need not be sound. */
  private static void dropUnsound(ProfileJob job, List<String> problems) {
    var isStored = job.getMetadata().getResourceVersion() != null;
    if (isStored && job.getSpec() == null && problems.isEmpty()) {
      problems.add("spec is missing");
    }
    if (isStored && job.getSpec() != null && problems.addAll(Soundness.ofSpec(job.getSpec()))) {
      job.setSpec(null);
    }
    if (job.getStatus() != null && problems.addAll(Soundness.ofStatus(job.getStatus()))) {
      job.setStatus(null);
    }
  }

  /**
   * Reads the value from the stream, because a tree would double the work. Skips the rest of an
   * unreadable value.
   */
  private static <T> T part(JsonParser parser, String name, Class<T> type, List<String> problems)
      throws IOException {
    var here = parser.getParsingContext();
    var around = parser.currentToken().isStructStart() ? here.getParent() : here;
    try {
      return JSON.readerFor(type).readValue(parser);
    } catch (JsonProcessingException | RuntimeException e) {
      problems.add(name + path(e) + " cannot be read: " + words(e));
      while (parser.getParsingContext() != around) {
        parser.nextToken();
      }
      return null;
    }
  }

  /** The field's path, such as .targets.matched. */
  private static String path(Exception e) {
    var steps = e instanceof JsonMappingException at
        ? at.getPath()
        : List.<JsonMappingException.Reference>of();
    return steps.stream()
        .map(step -> step.getFieldName() == null
            ? "[%d]".formatted(step.getIndex())
            : "." + step.getFieldName())
        .collect(Collectors.joining());
  }

  private static String words(Exception e) {
    var words = Optional.of(e)
        .map(fault ->
            fault instanceof JsonProcessingException json ? json.getOriginalMessage() : null)
        .orElseGet(e::toString);
    return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
  }
}
