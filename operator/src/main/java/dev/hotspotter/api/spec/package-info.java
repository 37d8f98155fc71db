/**
 * The classes of a ProfileJob's spec, and the limits and patterns of all fields.
 *
 * <p>Knows no other package.
 *
 * <p>Begin with ProfileJobSpec.
 */
package dev.hotspotter.api.spec;
