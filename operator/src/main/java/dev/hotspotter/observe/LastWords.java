package dev.hotspotter.observe;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The end of a container's termination message, in one line. With terminationMessagePolicy:
 * FallbackToLogsOnError, that is the end of its log.
 */
final class LastWords {

  private static final int MOST_LINES = 5;
  private static final int MOST_CHARACTERS = 400;

  /** The lines with which HotSpot begins and ends the main part of its words on a crash. */
  private static final String CRASH = "# A fatal error has been detected";

  private static final String FRAME = "# Problematic frame:";

  /** Escape sequences of terminals, and all characters that are no text or break lines. */
  private static final String NO_TEXT = "\\x1b\\[[0-9;?]*[ -/]*[@-~]|[\\p{C}\\u2028\\u2029]";

  private LastWords() {}

  /** The words as the rest of a sentence; empty without any. */
  static String of(String message) {
    var lines = message == null
        ? List.<String>of()
        : message
            .lines()
            .map(line -> line.replaceAll(NO_TEXT, " ").strip())
            .filter(line -> line.matches("(?s).*[\\p{L}\\p{N}].*"))
            .toList();
    var words =
        lines.stream().anyMatch(line -> line.startsWith(CRASH)) ? crash(lines) : last(lines);
    return words.isEmpty() ? "" : ", last words: " + cut(words);
  }

  /** The signal and the frame, each on the line after its headline. */
  private static String crash(List<String> lines) {
    return lines.stream()
        .filter(line -> lines.indexOf(line) > 0)
        .filter(line -> {
          var before = lines.get(lines.indexOf(line) - 1);
          return before.startsWith(CRASH) || before.startsWith(FRAME);
        })
        .map(line -> line.replaceFirst("^#\\s*", ""))
        .collect(Collectors.joining(" | "));
  }

  private static String last(List<String> lines) {
    return lines.stream()
        .skip(Math.max(0, lines.size() - MOST_LINES))
        .collect(Collectors.joining(" | "));
  }

  private static String cut(String words) {
    var characters = words.codePointCount(0, words.length());
    return characters <= MOST_CHARACTERS
        ? words
        : "…" + words.substring(words.offsetByCodePoints(words.length(), -MOST_CHARACTERS));
  }
}
