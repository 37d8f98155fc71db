package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pods of running jobs. Each job has its own watch, which ends with the job. */
public final class TargetPods implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TargetPods.class);

  private static final long NO_RESYNC = 0;

  /** Longer than an informer waits between two attempts of its own. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KubernetesClient client;
  private final InstantSource clock;
  private final Workloads workloads;
  private final Map<WatchKey, Watch> watches = new ConcurrentHashMap<>();

  /** The key of a watch over all pods of a job by their labels, or over one named pod. */
  private record WatchKey(String jobUid, Optional<String> pod) {}

  /** A watch, and the last time at which it worked. */
  private record Watch(SharedIndexInformer<Pod> informer, Instant working) {}

  public TargetPods(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
    this.workloads = new Workloads(client);
  }

  /**
   * Reads one pod of each namespace, or of the cluster if none is named. A missing right shows at
   * the start, not in the first job, and the client is connected.
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

  /** Looks up the pods of the job's target at the API server. */
  public PodLookup matching(ProfileJob job) {
    var target = job.getSpec().target();
    var pods = client.pods().inNamespace(job.getMetadata().getNamespace());
    if (target.pods() != null) {
      return new PodLookup.Found(
          null,
          target.pods().stream()
              .distinct()
              .map(name -> pods.withName(name).get())
              .filter(Objects::nonNull)
              .toList());
    }
    try {
      var selector = target.selector() != null
          ? Labels.text(target.selector())
          : workloads.selector(job.getMetadata().getNamespace(), target.workloadRef());
      return new PodLookup.Found(
          selector, pods.withLabelSelector(selector).list().getItems());
    } catch (Workloads.NoPods e) {
      return new PodLookup.Failed(e.reason(), e.getMessage());
    }
  }

  /**
   * Calls changed for each change of a matching pod, until the job is forgotten. A further call
   * replaces a watch that does not work.
   */
  public void watch(ProfileJob job, Runnable changed) {
    if (job.getStatus().selector() != null) {
      watch(job, Optional.empty(), changed);
    } else {
      job.getStatus().recordings().stream()
          .map(RecordingStatus::pod)
          .distinct()
          .forEach(pod -> watch(job, Optional.of(pod), changed));
    }
  }

  private void watch(ProfileJob job, Optional<String> pod, Runnable changed) {
    watches.compute(new WatchKey(job.getMetadata().getUid(), pod), (key, watch) -> {
      var now = clock.instant();
      if (watch == null) {
        return new Watch(start(job, pod, changed), now);
      }
      if (watch.informer().isWatching()) {
        return new Watch(watch.informer(), now);
      }
      if (now.isBefore(watch.working().plus(PATIENCE))) {
        return watch;
      }
      LOG.warn(
          "the watch over the pods of {} has not worked for {} s; starting another",
          job.getMetadata().getName(),
          PATIENCE.toSeconds());
      watch.informer().close();
      return new Watch(start(job, pod, changed), now);
    });
  }

  /**
   * Starts an informer that retries after a refusal. By default it would end and keep its old
   * state.
   */
  private SharedIndexInformer<Pod> start(ProfileJob job, Optional<String> pod, Runnable changed) {
    var pods = client.pods().inNamespace(job.getMetadata().getNamespace());
    var informer = pod.map(name -> pods.withField("metadata.name", name))
        .orElseGet(() -> pods.withLabelSelector(job.getStatus().selector()))
        .runnableInformer(NO_RESYNC);
    informer.itemStore(new ChosenPods(job));
    informer.addEventHandler(new OnAnyChange(changed));
    informer.exceptionHandler((started, refusal) -> true);
    informer.start();
    return informer;
  }

  /**
   * The target's pod from its watch, or from the API server if the watch does not work or lacks the
   * pod.
   */
  public Optional<Pod> find(ProfileJob job, RecordingStatus target) {
    return watched(job, target)
        .or(() -> Optional.ofNullable(client
            .pods()
            .inNamespace(job.getMetadata().getNamespace())
            .withName(target.pod())
            .get()))
        .filter(pod -> pod.getMetadata().getUid().equals(target.podUID()));
  }

  /** The target's pod from its watch alone, which asks the API server nothing. */
  public Optional<Pod> watched(ProfileJob job, RecordingStatus target) {
    var key = job.getMetadata().getNamespace() + "/" + target.pod();
    var watch = new WatchKey(
        job.getMetadata().getUid(),
        Optional.of(target.pod()).filter(pod -> job.getStatus().selector() == null));
    return Optional.ofNullable(watches.get(watch))
        .map(Watch::informer)
        .filter(SharedIndexInformer::isWatching)
        .map(informer -> informer.getStore().getByKey(key))
        .filter(pod -> pod.getMetadata().getUid().equals(target.podUID()));
  }

  /** The uids of the jobs whose pods are watched. */
  public Set<String> watched() {
    return watches.keySet().stream().map(WatchKey::jobUid).collect(Collectors.toSet());
  }

  /** Ends the job's watch. */
  public void forget(String jobUid) {
    watches.keySet().stream()
        .filter(key -> key.jobUid().equals(jobUid))
        .forEach(key -> Optional.ofNullable(watches.remove(key))
            .ifPresent(watch -> watch.informer().close()));
  }

  @Override
  public void close() {
    watched().forEach(this::forget);
  }

  /** Calls changed on any event, because a pass looks at everything. */
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
