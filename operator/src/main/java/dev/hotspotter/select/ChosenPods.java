package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The store of the watch over a job's pods. It keeps the chosen ones, of perhaps thousands with the
 * same labels.
 */
final class ChosenPods extends BasicItemStore<Pod> {

  private final Set<String> chosen;

  ChosenPods(ProfileJob job) {
    super(Cache::metaNamespaceKeyFunc);
    chosen = job.getStatus().recordings().stream()
        .map(RecordingStatus::podUID)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Pod put(String key, Pod pod) {
    return chosen.contains(pod.getMetadata().getUid()) ? super.put(key, pod) : remove(key);
  }
}
