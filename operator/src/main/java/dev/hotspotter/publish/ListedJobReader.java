package dev.hotspotter.publish;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobReader;
import java.io.IOException;

/**
 * Reads finished jobs of a list abridged, and all other jobs whole. At the start, jobs arrive faster
 * than the operator handles them; whole ones would take three times the memory meanwhile.
 */
public final class ListedJobReader extends StdDeserializer<ProfileJob> {

  private static final long serialVersionUID = 1;

  private static final ProfileJobReader WHOLE = new ProfileJobReader();

  ListedJobReader() {
    super(ProfileJob.class);
  }

  /** Makes this mapper read the jobs of a list abridged. */
  public static ObjectMapper in(ObjectMapper mapper) {
    return mapper.addMixIn(ProfileJob.class, Annotation.class);
  }

  @Override
  public ProfileJob deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    var around = parser.getParsingContext().getParent();
    var job = WHOLE.deserialize(parser, context);
    return around != null && around.inArray() && AbridgedJob.canAbridge(job)
        ? AbridgedJob.of(job)
        : job;
  }

  /** The annotation that takes the place of the class's own. */
  @JsonDeserialize(using = ListedJobReader.class)
  private interface Annotation {}
}
