/**
 * Step 1: which containers are profiled, and why the others are not; pods, workloads and nodes are read here.
 *
 * <p>Knows api and layout.
 *
 * <p>Begin with TargetSelection for the choice, with TargetPods for what is read.
 */
package dev.hotspotter.select;
