package dev.hotspotter.select;

/** Why a pod or a container is left alone: one of the reasons, and a sentence that says what to change. */
public record Refusal(String reason, String message) {}
