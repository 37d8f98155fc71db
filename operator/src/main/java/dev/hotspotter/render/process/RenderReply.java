package dev.hotspotter.render.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hotspotter.render.Limit;

/** A {@link RenderWorker}'s reply: a result, an exceeded limit, or what failed, in words. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RenderReply(Kind kind, JsonNode result, Limit limit, String words) {

  /** What a task came to. */
  enum Kind {
    RESULT,
    LIMIT,
    /** A fault of the recording. */
    BAD_RECORDING,
    /** A fault of the disk. */
    DISK,
    /** A fault of our code. */
    FAULT
  }

  static RenderReply succeeded(JsonNode result) {
    return new RenderReply(Kind.RESULT, result, null, null);
  }

  static RenderReply exceeded(Limit limit) {
    return new RenderReply(Kind.LIMIT, null, limit, null);
  }

  static RenderReply failed(Kind kind, String words) {
    return new RenderReply(kind, null, null, words);
  }
}
