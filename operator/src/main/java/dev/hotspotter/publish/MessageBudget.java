package dev.hotspotter.publish;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.TargetEntry;
import java.util.List;

/**
 * Cuts messages to keep a status below 100 KB. A sidecar's message can have 4 KB, and a job can
 * have a hundred of them.
 */
final class MessageBudget {

  private static final int BYTES = 40_000;

  /** The longest encoding of one character in JSON, such as \\u0007. */
  private static final int LONGEST_CHARACTER = 6;

  private static final String ELLIPSIS = "…";

  private MessageBudget() {}

  /** The entries, with each message cut to its share of the budget. */
  static List<RecordingStatus> fit(List<RecordingStatus> recordings) {
    var share = BYTES / Math.max(1, recordings.size());
    return recordings.stream()
        .map(r -> bytes(r.message()) <= share ? r : TargetEntry.saying(r, cut(r.message(), share)))
        .toList();
  }

  private static String cut(String message, int share) {
    var kept = message;
    for (var over = bytes(kept) + bytes(ELLIPSIS) - share;
        over > 0;
        over = bytes(kept) + bytes(ELLIPSIS) - share) {
      kept = kept.substring(
          0, kept.offsetByCodePoints(kept.length(), -(1 + (over - 1) / LONGEST_CHARACTER)));
    }
    return kept + ELLIPSIS;
  }

  private static int bytes(String message) {
    return message == null ? 0 : JsonStringEncoder.getInstance().quoteAsUTF8(message).length;
  }
}
