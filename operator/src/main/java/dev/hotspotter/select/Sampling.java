package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.layout.MergeGroup;
import dev.hotspotter.layout.ObjectKeys;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Chooses a sample of the pods, spread over zones and nodes. */
final class Sampling {

  private static final int USUAL = 10;

  /** The most targets that fit into a status well below the API server's limits. */
  static final int MOST = 100;

  private Sampling() {}

  static int size(ProfileJob job, int eligible) {
    var target = job.getSpec().target();
    return target.sample().of(eligible, target.pods() == null ? USUAL : MOST, MOST);
  }

  /** True if the job does not set the size of the sample. */
  static boolean isUsual(ProfileJob job) {
    var target = job.getSpec().target();
    return target.pods() == null && target.sample().size() == null;
  }

  /** The seed of the random choice. The same seed and the same pods give the same sample. */
  static long seed(ProfileJob job) {
    var given = job.getSpec().target().sample().seed();
    return given != null ? given : Long.parseLong(ObjectKeys.shortUid(job), 16);
  }

  /** Takes one pod at a time, from the zone and then the node with the fewest chosen so far. */
  static List<Pod> choose(ProfileJob job, List<Pod> eligible, Map<String, String> zonesOfNodes) {
    var left = inOrder(job, eligible);
    var chosen = new ArrayList<Pod>();
    var perZone = new HashMap<String, Integer>();
    var perNode = new HashMap<String, Integer>();
    for (var wanted = size(job, left.size()); chosen.size() < wanted; ) {
      var next = left.stream()
          .min(Comparator.<Pod>comparingInt(pod -> perZone.getOrDefault(zone(pod, zonesOfNodes), 0))
              .thenComparingInt(pod -> perNode.getOrDefault(node(pod), 0)))
          .orElseThrow();
      left.remove(next);
      chosen.add(next);
      perZone.merge(zone(next, zonesOfNodes), 1, Integer::sum);
      perNode.merge(node(next), 1, Integer::sum);
    }
    return chosen;
  }

  private static List<Pod> inOrder(ProfileJob job, List<Pod> eligible) {
    Comparator<Pod> order = job.getSpec().target().sample().order() == Sample.Order.Newest
        ? Comparator.comparing(Sampling::start).reversed()
        : Comparator.comparing(pod -> lot(job, pod));
    var pods = new ArrayList<>(eligible);
    pods.sort(order.thenComparing(Pods.BY_NAME));
    return pods;
  }

  private static String start(Pod pod) {
    return Objects.toString(pod.getStatus().getStartTime(), "");
  }

  /** A pseudo-random order of pods, always the same for a seed and a pod. */
  private static UUID lot(ProfileJob job, Pod pod) {
    return UUID.nameUUIDFromBytes(
        (seed(job) + "/" + pod.getMetadata().getUid()).getBytes(StandardCharsets.UTF_8));
  }

  private static String zone(Pod pod, Map<String, String> zonesOfNodes) {
    var labels = pod.getMetadata().getLabels();
    return labels.containsKey(MergeGroup.ZONE)
        ? labels.get(MergeGroup.ZONE)
        : zonesOfNodes.getOrDefault(node(pod), "");
  }

  private static String node(Pod pod) {
    return Objects.toString(pod.getSpec().getNodeName(), "");
  }
}
