package dev.hotspotter.plan;

import java.util.Set;

/** The graphs and the report over all targets are stored, or failure says why not; members are the targets' keys. */
public record MergeOutcome(Set<String> members, String hottest, String failure) {}
