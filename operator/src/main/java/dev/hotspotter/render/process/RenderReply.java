package dev.hotspotter.render.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hotspotter.render.Limit;

/**
 * A {@link RenderWorker}'s answer: one of a result, what is wrong with the recording, what there was too little of, what is wrong
 * with the disk, or with our code.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RenderReply(JsonNode result, String badRecording, Limit limit, String disk, String fault) {}
