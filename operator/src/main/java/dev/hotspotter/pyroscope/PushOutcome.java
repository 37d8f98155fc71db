package dev.hotspotter.pyroscope;

import java.time.Duration;

/** What came of sending one recording to Pyroscope. */
public sealed interface PushOutcome {

  /** Pyroscope has it. */
  record Sent() implements PushOutcome {

    @Override
    public String message() {
      return "it is in Pyroscope";
    }
  }

  /** Sending it again would change nothing; the message says what would. */
  record Refused(String message) implements PushOutcome {}

  /** It may go better later, but not before this time is over. */
  record Postponed(String message, Duration pause) implements PushOutcome {

    public Postponed(String message) {
      this(message, Duration.ZERO);
    }
  }

  /** In a sentence for the job's status. */
  String message();

  /** True when there is nothing more to try. */
  default boolean isFinal() {
    return !(this instanceof Postponed);
  }

  /** Its name in metrics. */
  default String word() {
    return switch (this) {
      case Sent sent -> "sent";
      case Refused refused -> "refused";
      case Postponed postponed -> "postponed";
    };
  }
}
