/**
 * Step 4: fetches and hashes recordings, has them rendered, merges and compares them, and stores the
 * results.
 *
 * <p>Knows render, report, observe and storage.
 *
 * <p>Begin with Renderings.
 */
package dev.hotspotter.collect;
