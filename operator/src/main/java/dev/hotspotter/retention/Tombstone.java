package dev.hotspotter.retention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * What is left of a job's artifacts: when they were deleted, and why.
 *
 * @param deletedAt RFC 3339
 * @param cause the limit that made them go
 * @param why the same as the second half of a sentence
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Tombstone(String deletedAt, String cause, String why) {}
