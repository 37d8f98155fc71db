package dev.hotspotter.select;

import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.layout.MergeGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Chooses the containers to profile from the matching pods, and says why others are not eligible.
 */
public final class TargetSelection {

  private static final int NAMED_PODS = 3;
  private static final int MEBIBYTES = 40;
  private static final int MEBIBYTES_WITH_JFR = 72;

  /** A rule outside of pod and container, such as the installation's limits. */
  @FunctionalInterface
  public interface Objection {

    Optional<Refusal> to(Pod pod, Container container);
  }

  /**
   * What limits a choice besides the job and its pods.
   *
   * @param ephemeralContainers the largest number of ephemeral containers in a pod
   * @param recordingsPerNode the largest number of recordings on a node at a time
   * @param recordedImages ids of images that need no first wave
   */
  public record Rules(
      int ephemeralContainers,
      int recordingsPerNode,
      Objection objection,
      Set<String> recordedImages,
      Instant now) {}

  private final ProfileJob job;
  private final Rules rules;
  private final Map<Pod, List<String>> eligible = new LinkedHashMap<>();
  private final Map<String, Ineligible> ineligible = new LinkedHashMap<>();

  private TargetSelection(ProfileJob job, Rules rules) {
    this.job = job;
    this.rules = rules;
  }

  /**
   * Selects the targets. It asks for the zones of nodes only to choose among pods or to merge by
   * zone.
   */
  public static Selection select(
      ProfileJob job, PodLookup.Found found, Supplier<Map<String, String>> zones, Rules rules) {
    return new TargetSelection(job, rules).select(found, zones);
  }

  private Selection select(PodLookup.Found found, Supplier<Map<String, String>> zones) {
    var isNamed = job.getSpec().target().pods() != null;
    var matching = found.pods().stream()
        .filter(pod -> isNamed || !isFinished(pod))
        .sorted(Pods.BY_NAME)
        .toList();
    matching.forEach(this::sort);
    missing(found)
        .forEach(name -> leaveOut(
            name,
            new Refusal(
                Reasons.POD_NOT_FOUND,
                "there is no pod %s in namespace %s; check the name"
                    .formatted(name, job.getMetadata().getNamespace()))));
    var some = eligible.size() > Sampling.size(job, eligible.size());
    var known = some || MergeGroup.needsZones(job) ? zones.get() : Map.<String, String>of();
    var chosen = Sampling.choose(job, List.copyOf(eligible.keySet()), known);
    var random = some && job.getSpec().target().sample().order() != Sample.Order.Newest;
    var targets =
        chosen.stream().sorted(Pods.BY_NAME).flatMap(pod -> entries(pod, known)).toList();
    var images = ChosenImages.of(chosen, targets, rules.recordedImages());
    var onOneNode = Waves.mostOnOneNode(job, targets, rules.recordingsPerNode());
    return SelectionBuilder.builder()
        .matched(matching.size())
        .eligible(eligible.size())
        .pods(chosen.size())
        .targets(targets)
        .images(images)
        .waves(Waves.number(job, targets, images, rules.recordingsPerNode()))
        .mostOnOneNode(onOneNode)
        .mebibytesOnOneNode(onOneNode * mebibytes())
        .ineligible(List.copyOf(ineligible.values()))
        .seed(random ? Sampling.seed(job) : null)
        .selector(found.selector())
        .byDefault(some && Sampling.isUsual(job))
        .build();
  }

  /** The free memory that a sidecar demands for a recording (sidecar/internal/jvm/memory.go). */
  private int mebibytes() {
    return job.getSpec().recording().jfrSync() == null ? MEBIBYTES : MEBIBYTES_WITH_JFR;
  }

  private void sort(Pod pod) {
    var refusal = Eligibility.refusal(pod);
    if (refusal.isPresent()) {
      leaveOut(pod.getMetadata().getName(), refusal.get());
      return;
    }
    var choice = ContainerChoice.of(job, pod, rules.now());
    choice
        .refusal()
        .or(() -> objection(pod, choice.containers()))
        .or(() -> SidecarCapacity.shortage(
                pod, choice.containers().size(), rules.ephemeralContainers())
            .map(words -> new Refusal(Reasons.TOO_MANY_EPHEMERAL_CONTAINERS, words)))
        .ifPresentOrElse(
            why -> leaveOut(pod.getMetadata().getName(), why),
            () -> eligible.put(pod, choice.containers()));
  }

  private Optional<Refusal> objection(Pod pod, List<String> containers) {
    return containers.stream()
        .flatMap(name -> Pods.container(pod, name).stream())
        .flatMap(container -> rules.objection().to(pod, container).stream())
        .findFirst();
  }

  private Stream<String> missing(PodLookup.Found found) {
    var named = job.getSpec().target().pods();
    var names = found.pods().stream().map(pod -> pod.getMetadata().getName()).toList();
    return named == null ? Stream.of() : named.stream().filter(name -> !names.contains(name));
  }

  private void leaveOut(String pod, Refusal why) {
    ineligible.merge(
        why.reason(),
        new Ineligible(why.reason(), why.message(), 1, List.of(pod)),
        TargetSelection::together);
  }

  private static Ineligible together(Ineligible before, Ineligible one) {
    var pods = new ArrayList<>(before.pods());
    if (pods.size() < NAMED_PODS) {
      pods.addAll(one.pods());
    }
    return new Ineligible(before.reason(), before.message(), before.count() + one.count(), pods);
  }

  private static boolean isFinished(Pod pod) {
    return pod.getStatus() != null
        && List.of("Succeeded", "Failed")
            .contains(String.valueOf(pod.getStatus().getPhase()));
  }

  private Stream<RecordingStatus> entries(Pod pod, Map<String, String> zones) {
    var group = MergeGroup.of(job, pod, zones).orElse(null);
    return eligible.get(pod).stream().map(container -> pending(pod, container, group));
  }

  private static RecordingStatus pending(Pod pod, String container, String group) {
    return RecordingStatusBuilder.builder()
        .pod(pod.getMetadata().getName())
        .podUID(pod.getMetadata().getUid())
        .container(container)
        .node(pod.getSpec().getNodeName())
        .imageID(ContainerImage.of(pod, container).map(ContainerImage::id).orElse(null))
        .group(group)
        .version(MergeGroup.version(pod).orElse(null))
        .phase(RecordingPhase.PENDING)
        .build();
  }
}
