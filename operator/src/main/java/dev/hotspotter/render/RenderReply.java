package dev.hotspotter.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/** A {@link RenderWorker}'s answer: one of a result, what is wrong with the recording, with the disk, or with our code. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RenderReply(JsonNode result, String badRecording, String disk, String fault) {}
