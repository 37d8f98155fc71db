package dev.hotspotter.select;

import static java.util.stream.Collectors.joining;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.WorkloadRef;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v1.ScaleStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the labels of a workload's pods. */
final class Workloads {

  /**
   * The label that the Job controller puts on its pods
   * (kubernetes.io/docs/reference/labels-annotations-taints).
   */
  private static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;

  Workloads(KubernetesClient client) {
    this.client = client;
  }

  /** Says why the pods of a workload cannot be found; reason is one of the job's. */
  static final class NoPods extends Exception {

    private final String reason;

    NoPods(String reason, String message) {
      super(message);
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  /**
   * The label selector of the workload's pods, in kubectl's syntax.
   *
   * @throws KubernetesClientException when the API server fails
   */
  String selector(String namespace, WorkloadRef ref) throws NoPods {
    var version = Optional.ofNullable(ref.apiVersion()).or(() -> usualVersion(ref.kind()));
    if (version.isEmpty()) {
      throw new NoPods(
          Reasons.WORKLOAD_UNSUPPORTED,
          "target.workloadRef names the kind %s without its apiVersion; add it"
              .formatted(ref.kind()));
    }
    try {
      var selector = switch (version.get() + "/" + ref.kind()) {
        case "apps/v1/DaemonSet" ->
          find(DaemonSet.class, namespace, ref.name())
              .map(daemonSet -> Labels.text(daemonSet.getSpec().getSelector()));
        case "batch/v1/Job" ->
          find(Job.class, namespace, ref.name())
              .map(job -> Labels.text(job.getSpec().getSelector()));
        case "batch/v1/CronJob" -> cronJob(namespace, ref.name());
        default -> scale(namespace, version.get(), ref);
      };
      return selector.orElseThrow(() -> new NoPods(
          Reasons.WORKLOAD_NOT_FOUND,
          "there is no %s %s in namespace %s; compare with kubectl get %s -n %s"
              .formatted(
                  ref.kind(),
                  ref.name(),
                  namespace,
                  ref.kind().toLowerCase(Locale.ROOT),
                  namespace)));
    } catch (KubernetesClientException e) {
      if (e.getCode() != FORBIDDEN) {
        throw e;
      }
      throw unsupported(
          ref, e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage());
    }
  }

  private static Optional<String> usualVersion(String kind) {
    return switch (kind) {
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet" -> Optional.of("apps/v1");
      case "Job", "CronJob" -> Optional.of("batch/v1");
      default -> Optional.empty();
    };
  }

  private <T extends HasMetadata> Optional<T> find(Class<T> type, String namespace, String name) {
    return Optional.ofNullable(
        client.resources(type).inNamespace(namespace).withName(name).get());
  }

  private static NoPods unsupported(WorkloadRef ref, String words) {
    return new NoPods(
        Reasons.WORKLOAD_UNSUPPORTED,
        "the pods of %s %s cannot be found: %s; use a kind with a scale subresource, or target.selector"
            .formatted(ref.kind(), ref.name(), words));
  }

  private Optional<String> scale(String namespace, String version, WorkloadRef ref) throws NoPods {
    var served = Optional.ofNullable(client.getApiResources(version))
        .map(APIResourceList::getResources)
        .orElse(List.of());
    var plural = served.stream()
        .filter(r -> r.getKind().equals(ref.kind()) && !r.getName().contains("/"))
        .map(APIResource::getName)
        .findFirst();
    if (plural.isEmpty()) {
      throw unsupported(ref, "the API server has no kind %s in %s".formatted(ref.kind(), version));
    }
    if (served.stream().noneMatch(r -> r.getName().equals(plural.get() + "/scale"))) {
      throw unsupported(ref, "a %s has no scale subresource".formatted(ref.kind()));
    }
    var scale = existing(() -> client
        .genericKubernetesResources(version, ref.kind())
        .inNamespace(namespace)
        .withName(ref.name())
        .scale());
    if (scale.isPresent()
        && scale
            .map(Scale::getStatus)
            .map(ScaleStatus::getSelector)
            .filter(text -> !text.isEmpty())
            .isEmpty()) {
      throw unsupported(ref, "its scale subresource has no selector");
    }
    return scale.map(s -> s.getStatus().getSelector());
  }

  private static Optional<Scale> existing(Supplier<Scale> scale) {
    try {
      return Optional.ofNullable(scale.get());
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Optional<String> cronJob(String namespace, String name) throws NoPods {
    var cronJob = find(CronJob.class, namespace, name);
    if (cronJob.isEmpty()) {
      return Optional.empty();
    }
    var jobs = client.batch().v1().jobs().inNamespace(namespace).list().getItems().stream()
        .filter(job -> job.getMetadata().getOwnerReferences().stream()
            .anyMatch(o -> o.getUid().equals(cronJob.get().getMetadata().getUid())))
        .map((Job job) -> job.getMetadata().getUid())
        .collect(joining(","));
    if (jobs.isEmpty()) {
      throw new NoPods(
          Reasons.NO_TARGETS,
          "CronJob %s has no Job now; create the ProfileJob while one runs".formatted(name));
    }
    return Optional.of("%s in (%s)".formatted(CONTROLLER_UID, jobs));
  }
}
