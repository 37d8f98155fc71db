package dev.hotspotter.cluster;

import dev.hotspotter.api.PodSelector;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The pods of running jobs, and only these: each job has a watch of its own that ends with it. */
public final class TargetPods implements AutoCloseable {

  private static final long NO_RESYNC = 0;

  private final KubernetesClient client;
  private final Map<String, SharedIndexInformer<Pod>> watches = new ConcurrentHashMap<>();

  public TargetPods(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Reads one pod of each namespace, or of the whole cluster if none is named: says at the start what would otherwise surprise
   * the first job, and has the client ready when that comes.
   *
   * @throws io.fabric8.kubernetes.client.KubernetesClientException when that is not allowed
   */
  public void checkAccess(Set<String> namespaces) {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    if (namespaces.isEmpty()) {
      client.pods().inAnyNamespace().list(one);
    }
    namespaces.forEach(namespace -> client.pods().inNamespace(namespace).list(one));
  }

  /** The pods that match the job's selector now, as the API server knows them. */
  public List<Pod> matching(ProfileJob job) {
    return client.pods().inNamespace(job.getMetadata().getNamespace()).withLabelSelector(selector(job)).list().getItems();
  }

  /** Calls changed for each change of a matching pod until the job is forgotten. */
  public void watch(ProfileJob job, Runnable changed) {
    watches.computeIfAbsent(job.getMetadata().getUid(), uid -> {
      var informer =
          client.pods().inNamespace(job.getMetadata().getNamespace()).withLabelSelector(selector(job)).runnableInformer(NO_RESYNC);
      informer.addEventHandler(new OnAnyChange(changed));
      informer.start();
      return informer;
    });
  }

  /** The target's pod; the API server is asked before one that the watch does not show is called gone. */
  public Optional<Pod> find(ProfileJob job, RecordingStatus target) {
    var key = job.getMetadata().getNamespace() + "/" + target.pod();
    return Optional.ofNullable(watches.get(job.getMetadata().getUid()))
        .map(watch -> watch.getStore().getByKey(key))
        .or(() -> Optional.ofNullable(
            client.pods().inNamespace(job.getMetadata().getNamespace()).withName(target.pod()).get()))
        .filter(pod -> pod.getMetadata().getUid().equals(target.podUID()));
  }

  /** The uids of the jobs whose pods are watched. */
  public Set<String> watched() {
    return Set.copyOf(watches.keySet());
  }

  /** Ends the job's watch. */
  public void forget(String jobUid) {
    Optional.ofNullable(watches.remove(jobUid)).ifPresent(SharedIndexInformer::close);
  }

  @Override
  public void close() {
    List.copyOf(watches.keySet()).forEach(this::forget);
  }

  private static LabelSelector selector(ProfileJob job) {
    var selector = job.getSpec().target().selector();
    return new LabelSelectorBuilder()
        .withMatchLabels(selector.matchLabels())
        .withMatchExpressions(
            selector.matchExpressions() == null
                ? List.of()
                : selector.matchExpressions().stream().map(TargetPods::requirement).toList())
        .build();
  }

  private static LabelSelectorRequirement requirement(PodSelector.Requirement requirement) {
    return new LabelSelectorRequirement(requirement.key(), requirement.operator().name(), requirement.values());
  }

  /** What changed does not matter: a pass looks at everything. */
  private record OnAnyChange(Runnable changed) implements ResourceEventHandler<Pod> {

    @Override
    public void onAdd(Pod pod) {
      changed.run();
    }

    @Override
    public void onUpdate(Pod before, Pod after) {
      changed.run();
    }

    @Override
    public void onDelete(Pod pod, boolean stateUnknown) {
      changed.run();
    }
  }
}
