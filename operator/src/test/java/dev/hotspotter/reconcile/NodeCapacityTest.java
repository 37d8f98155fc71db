package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeCapacityTest {

  private final List<ProfileJob> jobs = new ArrayList<>();
  private final NodeCapacity capacity = new NodeCapacity(() -> jobs, 3);

  @Test
  void recordings_on_a_node_are_counted_over_all_jobs_of_all_namespaces() {
    var one = job("a", "shop", on("n1", RecordingPhase.PENDING, RecordingPhase.PENDING));
    var two = job(
        "b",
        "billing",
        on("n1", RecordingPhase.PENDING, RecordingPhase.PENDING),
        on("n2", RecordingPhase.PENDING));

    assertThat(capacity.grant(one)).isEqualTo(Map.of("n1", 2));
    assertThat(capacity.grant(two))
        .as("what is granted counts before the cache knows")
        .isEqualTo(Map.of("n1", 1, "n2", 1));

    capacity.releaseUnused(one, on("n1", RecordingPhase.INJECTED, RecordingPhase.SUCCEEDED));
    assertThat(capacity.grant(two)).isEqualTo(Map.of("n1", 2, "n2", 1));
    capacity.forget("a");
    assertThat(capacity.grant(two)).isEqualTo(Map.of("n1", 2, "n2", 1));
  }

  @Test
  void a_job_keeps_the_places_of_its_own_recordings() {
    var one = job(
        "a",
        "shop",
        on(
            "n1",
            RecordingPhase.RECORDING,
            RecordingPhase.COLLECTING,
            RecordingPhase.INJECTED,
            RecordingPhase.PENDING,
            RecordingPhase.FAILED));

    assertThat(capacity.grant(one)).isEqualTo(Map.of("n1", 3));
    assertThat(capacity.grant(job("b", "shop", on("n1", RecordingPhase.PENDING))))
        .isEqualTo(Map.of("n1", 0));
  }

  @SafeVarargs
  private ProfileJob job(String uid, String namespace, List<RecordingStatus>... targets) {
    var job = Jobs.running(
        Jobs.job(),
        List.of(targets).stream().flatMap(List::stream).toArray(RecordingStatus[]::new));
    job.getMetadata().setUid(uid);
    job.getMetadata().setNamespace(namespace);
    jobs.add(job);
    return job;
  }

  private static List<RecordingStatus> on(String node, RecordingPhase... phases) {
    return IntStream.range(0, phases.length)
        .mapToObj(i -> RecordingStatusBuilder.builder(Targets.pending(node + "-" + i))
            .node(node)
            .phase(phases[i])
            .build())
        .toList();
  }
}
