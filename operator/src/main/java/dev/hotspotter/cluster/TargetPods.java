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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pods of running jobs, and only these: each job has a watch of its own that ends with it. */
public final class TargetPods implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TargetPods.class);

  private static final long NO_RESYNC = 0;

  /** Longer than an informer waits between two attempts of its own. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KubernetesClient client;
  private final InstantSource clock;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();

  /** A job's watch, and when it was last known to work. */
  private record Watch(SharedIndexInformer<Pod> informer, Instant working) {}

  public TargetPods(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
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

  /** Calls changed for each change of a matching pod until the job is forgotten; asked for again, sees to it that the watch works. */
  public void watch(ProfileJob job, Runnable changed) {
    watches.compute(job.getMetadata().getUid(), (uid, watch) -> {
      var now = clock.instant();
      if (watch == null) {
        return new Watch(start(job, changed), now);
      }
      if (watch.informer().isWatching()) {
        return new Watch(watch.informer(), now);
      }
      if (now.isBefore(watch.working().plus(PATIENCE))) {
        return watch;
      }
      LOG.warn("the watch over the pods of {} has not worked for {} s, starting another", job.getMetadata().getName(), PATIENCE.toSeconds());
      watch.informer().close();
      return new Watch(start(job, changed), now);
    });
  }

  /** Left to itself, an informer would end at the first refusal, and keep what it knew then. */
  private SharedIndexInformer<Pod> start(ProfileJob job, Runnable changed) {
    var informer =
        client.pods().inNamespace(job.getMetadata().getNamespace()).withLabelSelector(selector(job)).runnableInformer(NO_RESYNC);
    informer.addEventHandler(new OnAnyChange(changed));
    informer.exceptionHandler((started, refusal) -> true);
    informer.start();
    return informer;
  }

  /** The target's pod; the API server is asked before one that no working watch shows is called gone. */
  public Optional<Pod> find(ProfileJob job, RecordingStatus target) {
    var key = job.getMetadata().getNamespace() + "/" + target.pod();
    return Optional.ofNullable(watches.get(job.getMetadata().getUid()))
        .map(Watch::informer)
        .filter(SharedIndexInformer::isWatching)
        .map(informer -> informer.getStore().getByKey(key))
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
    Optional.ofNullable(watches.remove(jobUid)).ifPresent(watch -> watch.informer().close());
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
