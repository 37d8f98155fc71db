package dev.hotspotter.retention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The record of a deletion: when a job's artifacts were deleted, and why.
 *
 * @param deletedAt RFC 3339
 * @param cause the limit that caused the deletion
 * @param why the cause as the second half of a sentence
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Tombstone(String deletedAt, String cause, String why) {}
