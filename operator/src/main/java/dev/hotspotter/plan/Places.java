package dev.hotspotter.plan;

import java.util.Map;

/**
 * The places of a job's targets.
 *
 * @param parallel the number of targets that may record at a time
 * @param byNode the same for each node; a node that is not in it has no limit
 */
public record Places(int parallel, Map<String, Integer> byNode) {}
