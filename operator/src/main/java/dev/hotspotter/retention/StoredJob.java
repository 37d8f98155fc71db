package dev.hotspotter.retention;

import java.time.Instant;

/**
 * All that one job has in the store, by the listing.
 *
 * @param name of its folder in that of its namespace, without a slash: checkout-cpu-1f0c3a5e
 * @param last when the last of its objects was written
 */
record StoredJob(String name, long bytes, Instant last, Policy policy) {}
