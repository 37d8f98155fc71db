package dev.hotspotter.render.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hotspotter.render.Limit;

/**
 * A {@link RenderWorker}'s reply. One field is set: a result, a fault of the recording, an exceeded
 * limit, a fault of the disk, or a fault of our code.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RenderReply(JsonNode result, String badRecording, Limit limit, String disk, String fault) {}
