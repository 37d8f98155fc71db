/**
 * What else a recording tells: locks, threads, calls, pauses.
 *
 * <p>Knows render.stacks and the words of report.answers.
 *
 * <p>Begin with RecordingAnswers.
 */
package dev.hotspotter.render.answers;
