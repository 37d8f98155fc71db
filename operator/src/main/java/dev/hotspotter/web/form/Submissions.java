package dev.hotspotter.web.form;

import dev.hotspotter.api.ProfileJob;
import java.util.List;
import java.util.Optional;

/** Creates ProfileJobs; any exception means that the API server did not answer. */
public interface Submissions {

  /** The answer of the API server. */
  sealed interface Outcome {

    /** The created job, with its name and defaults. */
    record Created(ProfileJob job) implements Outcome {}

    /** The problems, as sentences for the viewer. */
    record Refused(List<String> why) implements Outcome {}
  }

  /**
   * Creates the job as the owner of the token, whose rights the API server checks. Without a token,
   * the operator creates it.
   */
  Outcome create(ProfileJob job, Optional<String> token);
}
