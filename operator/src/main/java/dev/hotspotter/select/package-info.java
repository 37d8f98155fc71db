/**
 * Step 1: chooses the containers to profile, and reads pods, workloads and nodes for it.
 *
 * <p>Knows api and layout.
 *
 * <p>Begin with TargetSelection for the choice, with TargetPods for what is read.
 */
package dev.hotspotter.select;
