package dev.hotspotter.web.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.answers.HotList.HotFrame;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs with names and pods of their own, and reports as the operator stores them. */
public final class ListedJobs {

  private ListedJobs() {}

  /** Runs since Jobs.START on these pods. */
  public static ProfileJob running(String namespace, String name, String... pods) {
    var job = Jobs.job();
    job.getMetadata().setNamespace(namespace);
    job.getMetadata().setName(name);
    return Jobs.running(
        job, List.of(pods).stream().map(Targets::succeeded).toArray(RecordingStatus[]::new));
  }

  /** Puts the job's report where it belongs. */
  public static void store(MemoryArtifacts artifacts, ProfileJob job, String hottest)
      throws JsonProcessingException {
    var frames =
        List.of(new HotFrame(hottest, 314, 31.4, List.of("java.lang.Thread.run", hottest)));
    var inlined =
        InlinedCode.of(1000, 123, 45, List.of(new InlinedCode.Frame("java.util.HashMap.get", 120)));
    var answers =
        new ProfileAnswers(60_000_000_000L, null, null, null, null, Map.of("cpu", inlined));
    var report = JobReport.of(
        job,
        job.getStatus().recordings(),
        Map.of(),
        Map.of("cpu", new HotList(1000, frames, frames)),
        Map.of(),
        Optional.of(answers),
        Optional.empty());
    artifacts.stored.put(
        ObjectKeys.folder(job) + ObjectKeys.REPORT, new ObjectMapper().writeValueAsString(report));
  }
}
