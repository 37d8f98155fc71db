/**
 * The types of the answers: hot frames, threads, locks, calls, pauses.
 *
 * <p>Decides only; knows api.
 *
 * <p>Begin with ProfileAnswers.
 */
package dev.hotspotter.report.answers;
