package dev.hotspotter.web.form;

import dev.hotspotter.api.ProfileJob;
import java.util.List;
import java.util.Optional;

/** Creates ProfileJobs for those who may; any exception means that the cluster could not be asked. */
public interface Submissions {

  /** What the API server says to it. */
  sealed interface Outcome {

    /** As it is now, with its name and all that was left out. */
    record Created(ProfileJob job) implements Outcome {}

    /** In sentences for the one who asked. */
    record Refused(List<String> why) implements Outcome {}
  }

  /** With a token: as its owner, by whose rights the API server decides. Without one: as the operator. */
  Outcome create(ProfileJob job, Optional<String> token);
}
