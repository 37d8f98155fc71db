/**
 * The configuration, read from the environment.
 *
 * <p>Knows the settings of the packages that it configures.
 *
 * <p>Begin with OperatorConfig.
 */
package dev.hotspotter.config;
