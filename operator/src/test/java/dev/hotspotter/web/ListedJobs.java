package dev.hotspotter.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.HotList.HotFrame;
import dev.hotspotter.plan.InlinedCode;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs with names and pods of their own, and reports as the operator stores them. */
final class ListedJobs {

  private ListedJobs() {}

  /** Runs since Jobs.START on these pods. */
  static ProfileJob running(String namespace, String name, String... pods) {
    var job = Jobs.job();
    job.getMetadata().setNamespace(namespace);
    job.getMetadata().setName(name);
    return Jobs.running(job, List.of(pods).stream().map(Targets::succeeded).toArray(RecordingStatus[]::new));
  }

  /** Puts the job's report where it belongs. */
  static void store(MemoryArtifacts artifacts, ProfileJob job, String hottest) throws JsonProcessingException {
    var frames = List.of(new HotFrame(hottest, 314, 31.4, List.of("java.lang.Thread.run", hottest)));
    var inlined = InlinedCode.of(1000, 123, 45, List.of(new InlinedCode.Frame("java.util.HashMap.get", 120)));
    var answers = new Answers(60_000_000_000L, null, null, null, null, Map.of("cpu", inlined));
    var report = JobReport.of(
        job, job.getStatus().recordings(), Map.of(), Map.of("cpu", new HotList(1000, frames, frames)), Map.of(), Optional.of(answers), Optional.empty());
    artifacts.stored.put(ObjectKeys.folder(job) + ObjectKeys.REPORT, new ObjectMapper().writeValueAsString(report));
  }
}
