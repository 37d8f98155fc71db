package dev.hotspotter.pyroscope;

import java.time.Duration;

/** The outcome of one attempt to send a recording to Pyroscope. */
public sealed interface PushOutcome {

  /** Pyroscope has the recording. */
  record Sent() implements PushOutcome {

    @Override
    public String message() {
      return "it is in Pyroscope";
    }
  }

  /** Pyroscope never takes this recording as it is; the message says what to change. */
  record Refused(String message) implements PushOutcome {}

  /** A later attempt may succeed, at the earliest after the pause. */
  record Postponed(String message, Duration pause) implements PushOutcome {

    public Postponed(String message) {
      this(message, Duration.ZERO);
    }
  }

  /** The outcome as a part of a sentence in the job's status. */
  String message();

  /** True if there is no further attempt. */
  default boolean isFinal() {
    return !(this instanceof Postponed);
  }

  /** The outcome's name in metrics. */
  default String word() {
    return switch (this) {
      case Sent _ -> "sent";
      case Refused _ -> "refused";
      case Postponed _ -> "postponed";
    };
  }
}
