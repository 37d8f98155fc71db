package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, 500, 10",
        "-, 7, 7",
        "3, 500, 3",
        "100, 500, 100",
        "10%, 500, 50",
        "10%, 1, 1",
        "1%, 101, 2",
        "50%, 500, 100",
        "100%, 0, 0"
      })
  void its_size(String size, int eligible, int expected) {
    assertThat(Sampling.size(sampling(new Sample(size, Sample.Order.Random, null)), eligible))
        .isEqualTo(expected);
  }

  @Test
  void pods_that_are_named_are_all_taken() {
    var names = IntStream.range(0, 40).mapToObj(i -> "pod-" + i).toList();
    var job = Jobs.job(
        TargetBuilder.builder(Jobs.target(null)).selector(null).pods(names).build());

    assertThat(Sampling.size(job, 40)).isEqualTo(40);
  }

  @Test
  void the_same_seed_chooses_the_same_pods_and_another_seed_others() {
    var pods = pods(200, 1);

    assertThat(names(seeded(7), pods))
        .isEqualTo(names(seeded(7), pods.reversed()))
        .isNotEqualTo(names(seeded(8), pods));
  }

  @Test
  void without_a_seed_the_jobs_uid_is_one() {
    assertThat(Sampling.seed(Jobs.job())).isEqualTo(0x1f0c3a5eL);
    assertThat(Sampling.seed(seeded(42))).isEqualTo(42);
  }

  @Test
  void the_newest_come_first_when_asked_for() {
    var job = sampling(new Sample("3", Sample.Order.Newest, null));
    var pods = IntStream.range(0, 9)
        .mapToObj(i -> pod("pod-" + i, "worker-1", "2026-11-21T09:0%d:00Z".formatted(i)))
        .toList();

    assertThat(names(job, pods)).containsExactly("pod-8", "pod-7", "pod-6");
  }

  @Test
  void nodes_give_as_evenly_as_they_can() {
    var chosen = Sampling.choose(sampling(Jobs.sample(8)), pods(100, 4), Map.of());

    assertThat(chosen.stream()
            .collect(
                Collectors.groupingBy(pod -> pod.getSpec().getNodeName(), Collectors.counting())))
        .containsOnly(
            Map.entry("worker-0", 2L),
            Map.entry("worker-1", 2L),
            Map.entry("worker-2", 2L),
            Map.entry("worker-3", 2L));
  }

  @Test
  void zones_come_before_nodes() {
    var zones = Map.of("worker-0", "a", "worker-1", "a", "worker-2", "a", "worker-3", "b");
    var chosen = Sampling.choose(sampling(Jobs.sample(6)), pods(100, 4), zones);

    assertThat(chosen.stream()
            .collect(Collectors.groupingBy(
                pod -> zones.get(pod.getSpec().getNodeName()), Collectors.counting())))
        .containsOnly(Map.entry("a", 3L), Map.entry("b", 3L));
  }

  @Test
  void a_pod_that_names_its_zone_is_believed() {
    var pods = pods(10, 1).stream()
        .map(pod -> pod.edit()
            .editMetadata()
            .addToLabels(
                "topology.kubernetes.io/zone",
                pod.getMetadata().getName().equals("pod-3") ? "b" : "a")
            .endMetadata()
            .build())
        .toList();

    assertThat(names(sampling(Jobs.sample(2)), pods)).contains("pod-3");
  }

  private static List<String> names(ProfileJob job, List<Pod> pods) {
    return Sampling.choose(job, pods, Map.of()).stream()
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  private static ProfileJob seeded(long seed) {
    return sampling(new Sample("5", Sample.Order.Random, seed));
  }

  private static ProfileJob sampling(Sample sample) {
    return Jobs.job(TargetBuilder.builder(Jobs.target(null)).sample(sample).build());
  }

  private static List<Pod> pods(int count, int nodes) {
    return IntStream.range(0, count)
        .mapToObj(i -> pod("pod-" + i, "worker-" + i % nodes, null))
        .toList();
  }

  private static Pod pod(String name, String node, String started) {
    return PodFixtures.running(name)
        .editSpec()
        .withNodeName(node)
        .endSpec()
        .editStatus()
        .withStartTime(started)
        .endStatus()
        .build();
  }
}
