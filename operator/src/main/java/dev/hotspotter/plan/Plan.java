package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.MergeOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one pass wants.
 *
 * @param recordings the targets' entries as they are now, before the actions
 * @param actions effects to carry out
 * @param merged the merge over just the targets that have a recording, once it is there
 * @param recheckAfter when to look again at the latest
 */
public record Plan(
    List<RecordingStatus> recordings, List<Action> actions, Optional<MergeOutcome> merged, Duration recheckAfter) {}
