/**
 * Step 4: recordings are fetched and verified, rendered, merged and compared, and what comes out is stored.
 *
 * <p>Knows render, report, observe and storage.
 *
 * <p>Begin with Renderings.
 */
package dev.hotspotter.collect;
