package dev.hotspotter.retention;

import java.time.Instant;

/**
 * One job in the store, from a listing.
 *
 * @param name the name of its folder without a slash: checkout-cpu-1f0c3a5e
 * @param last the time of its newest object
 */
record StoredJob(String name, long bytes, Instant last, ArtifactPolicy policy) {}
