package dev.hotspotter.web.form;

import dev.hotspotter.api.ProfileJob;
import java.util.List;
import java.util.Optional;

/** Creates ProfileJobs for those who may; any exception means that the cluster could not be asked. */
public interface Submissions {

  /** The answer of the API server. */
  sealed interface Outcome {

    /** The job as it is now, with its name and its defaults. */
    record Created(ProfileJob job) implements Outcome {}

    /** The reasons, in sentences for the one who asked. */
    record Refused(List<String> why) implements Outcome {}
  }

  /** Creates the job as the owner of the token, whose rights the API server checks; without a token as the operator. */
  Outcome create(ProfileJob job, Optional<String> token);
}
