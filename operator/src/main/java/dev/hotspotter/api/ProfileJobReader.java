package dev.hotspotter.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads any ProfileJob without failing, because a failure would end the whole list or watch. It
 * reads an unsound object without its spec or status, and keeps the problem.
 */
final class ProfileJobReader extends StdDeserializer<ProfileJob> {

  private static final long serialVersionUID = 1;

  /** It ignores unknown fields, which a later version may have added. */
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final int LONGEST = 500;

  ProfileJobReader() {
    super(ProfileJob.class);
  }

  @Override
  public ProfileJob deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    var tree = context.readTree(parser);
    var job = new ProfileJob();
    if (tree.hasNonNull("metadata")) {
      job.setMetadata(context.readTreeAsValue(tree.get("metadata"), ObjectMeta.class));
    }
    var problems = new ArrayList<String>();
    Function<ProfileJobSpec, List<String>> checked =
        isStored(job) ? Soundness::ofSpec : manifest -> List.of();
    job.setSpec(part(tree, "spec", ProfileJobSpec.class, checked, problems));
    job.setStatus(part(tree, "status", ProfileJobStatus.class, Soundness::ofStatus, problems));
    if (tree.hasNonNull("unreadable")) {
      problems.add(tree.get("unreadable").asText());
    } else if (isStored(job) && !tree.hasNonNull("spec")) {
      problems.add("spec is missing");
    }
    job.setUnreadable(problems.isEmpty() ? null : String.join("; ", problems));
    return job;
  }

  /** False for a manifest, which has no defaults from the API server yet and need not be sound. */
  private static boolean isStored(ProfileJob job) {
    return job.getMetadata().getResourceVersion() != null;
  }

  private static <T> T part(
      JsonNode tree,
      String name,
      Class<T> type,
      Function<T, List<String>> check,
      List<String> problems) {
    if (!tree.hasNonNull(name)) {
      return null;
    }
    try {
      var part = JSON.treeToValue(tree.get(name), type);
      var unsound = check.apply(part);
      problems.addAll(unsound);
      return unsound.isEmpty() ? part : null;
    } catch (JsonProcessingException | RuntimeException e) {
      problems.add(name + path(e) + " cannot be read: " + words(e));
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
