/**
 * The object store, its health, and permissions to upload.
 *
 * <p>Knows no other package.
 *
 * <p>Begin with ObjectStore.
 */
package dev.hotspotter.storage;
