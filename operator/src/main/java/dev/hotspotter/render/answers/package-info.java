/**
 * Reads the other answers of a recording: locks, threads, calls, pauses.
 *
 * <p>Knows render.stacks and the types of report.answers.
 *
 * <p>Begin with AnswersReader.
 */
package dev.hotspotter.render.answers;
