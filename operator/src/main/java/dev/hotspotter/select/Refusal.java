package dev.hotspotter.select;

/** The reason why a job, a pod or a container is not profiled, and a message with the fix. */
public record Refusal(String reason, String message) {}
