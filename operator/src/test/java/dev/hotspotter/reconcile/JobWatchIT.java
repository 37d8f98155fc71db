package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.publish.AbridgedJob;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The operator's memory of the jobs at a real API server. */
class JobWatchIT {

  @AutoClose
  private static ApiServer server;

  private static KubernetesClient client;

  @BeforeAll
  static void startServer() throws Exception {
    server = new ApiServer();
    client = server.client();
    for (var namespace : List.of("shop", "bank", "other")) {
      client
          .resource(new NamespaceBuilder()
              .withNewMetadata()
              .withName(namespace)
              .endMetadata()
              .build())
          .create();
      finished(namespace, "early");
    }
  }

  @Test
  void of_several_namespaces_all_jobs_are_remembered_and_finished_ones_abridged() {
    expectRemembered(Set.of("shop", "bank"), "shop/early", "bank/early");
  }

  @Test
  void of_one_namespace_too() {
    expectRemembered(Set.of("bank"), "bank/early");
  }

  @Test
  void of_all_namespaces_too() {
    expectRemembered(Set.of(), "shop/early", "bank/early", "other/early");
  }

  private static void expectRemembered(Set<String> namespaces, String... names) {
    var jobs = new JobCache(client);
    var reconciler = new Remembering(jobs);
    var operator = new Operator(o -> o.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(
        reconciler,
        JobWatch.over(
            namespaces, operator.getConfigurationService().getConfigurationFor(reconciler)));
    operator.start();
    try {
      assertThat(jobs.get()).extracting(JobWatchIT::name).containsExactlyInAnyOrder(names);
      assertThat(jobs.get()).allMatch(job -> AbridgedJob.isAbridged(job.getStatus()));

      var late = finished("bank", "late");
      await("one that comes later")
          .atMost(Duration.ofMinutes(1))
          .until(() -> jobs.get().size() == names.length + 1);
      client.resource(late).delete();
      await("one that goes")
          .atMost(Duration.ofMinutes(1))
          .until(() -> jobs.get().size() == names.length);
      assertThat(jobs.get()).extracting(JobWatchIT::name).containsExactlyInAnyOrder(names);
    } finally {
      operator.stop();
    }
  }

  private static String name(ProfileJob job) {
    return job.getMetadata().getNamespace() + "/" + job.getMetadata().getName();
  }

  private static ProfileJob finished(String namespace, String name) {
    var job = Jobs.job();
    job.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    var created = client.resource(job).create();
    var ended = Jobs.running(Jobs.job(), Targets.succeeded("a")).getStatus();
    created.setStatus(ProfileJobStatusBuilder.builder(ended)
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.plusSeconds(70).toString())
        .build());
    return client.resource(created).updateStatus();
  }

  /** Does nothing with jobs. */
  @ControllerConfiguration(name = "profilejob")
  private record Remembering(JobCache jobs) implements Reconciler<ProfileJob> {

    @Override
    public UpdateControl<ProfileJob> reconcile(ProfileJob job, Context<ProfileJob> context) {
      return UpdateControl.noUpdate();
    }

    @Override
    public List<EventSource<?, ProfileJob>> prepareEventSources(
        EventSourceContext<ProfileJob> context) {
      jobs.attach(context.getPrimaryCache());
      return List.of();
    }
  }
}
