package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.inject.StopOrders;
import dev.hotspotter.plan.Places;
import dev.hotspotter.publish.EventRecorder;
import dev.hotspotter.publish.Publisher;
import dev.hotspotter.pyroscope.PushOutcome;
import dev.hotspotter.pyroscope.PushQueue;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.TargetPods;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.storage.UploadPolicy;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import dev.hotspotter.testing.ScriptedApiServer.Request;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A pass over a job that has its last status already. */
class FinishedJobIT {

  private static final Clock AN_HOUR_LATER =
      Clock.fixed(Jobs.START.plusSeconds(3600), ZoneOffset.UTC);

  private static final ObjectStore NO_STORE = new ObjectStore(new StoreSettings(
      "http://127.0.0.1:1", "local", "bucket", "", "key", "secret", "", "", UploadPolicy.PUT));

  private static final Consumer<String> NOTHING = namespace -> {};

  @Test
  void nothing_is_kept_for_a_job_that_another_pass_has_finished() throws Exception {
    try (var server = new ScriptedApiServer(60_000, request -> Answer.code(404));
        var pods = new TargetPods(server.client(), AN_HOUR_LATER);
        var renderPool = Renderers.pool()) {
      var jobs = new JobCache(server.client());
      var pushes = new PushQueue(Optional.empty(), Duration.ZERO, null, AN_HOUR_LATER);
      var capacity = new Capacity(jobs, InstallationLimits.DEFAULT);
      var events = events(server, pods, renderPool, pushes, capacity, jobs, NOTHING);
      var publisher = new Publisher(server.client(), null, null);
      var reconciler = new ProfileJobReconciler(
          null,
          null,
          null,
          publisher,
          pushes,
          NOTHING,
          events,
          jobs,
          capacity,
          () -> true,
          AN_HOUR_LATER,
          "http://localhost:8080");
      events.watch(Jobs.running(Jobs.job()));
      assertThat(pods.watched()).hasSize(1);
      assertThat(capacity.reasonToWait(Jobs.job())).isEmpty();

      reconciler.reconcile(finished(null), null);

      assertThat(pods.watched()).isEmpty();
      assertThat(capacity.jobs()).isEmpty();
    }
  }

  @Test
  void no_room_is_kept_for_a_job_that_was_deleted_before_its_end() throws Exception {
    try (var server = new ScriptedApiServer(60_000, request -> Answer.code(404));
        var pods = new TargetPods(server.client(), AN_HOUR_LATER);
        var renderPool = Renderers.pool()) {
      var jobs = new JobCache(server.client());
      var capacity = new Capacity(jobs, InstallationLimits.DEFAULT);
      var pushes = new PushQueue(Optional.empty(), Duration.ZERO, null, AN_HOUR_LATER);
      var events = events(server, pods, renderPool, pushes, capacity, jobs, NOTHING);
      var deleted = Jobs.running(Jobs.job(), Targets.pending("a"));
      capacity.grant(deleted);

      events.onResourceDeleted(deleted);
      assertThat(capacity.jobs()).isEmpty();

      capacity.releaseUnused(
          deleted, new Places(1, Map.of()), deleted.getStatus().recordings());
      events.watch(Jobs.running(Jobs.job()));
      assertThat(capacity.jobs()).as("its last pass ended after that").isEmpty();
    }
  }

  @Test
  void nothing_waits_for_pyroscope_for_a_job_that_was_deleted_during_its_last_pass()
      throws Exception {
    var asked = new CountDownLatch(1);
    try (var server = new ScriptedApiServer(60_000, request -> Answer.code(404));
        var pods = new TargetPods(server.client(), AN_HOUR_LATER);
        var renderPool = Renderers.pool();
        var pushes = new PushQueue(
            Optional.of((job, target) -> waiting(asked)),
            Duration.ofHours(2),
            new OperatorMetrics(new SimpleMeterRegistry()),
            AN_HOUR_LATER)) {
      var jobs = new JobCache(server.client());
      var capacity = new Capacity(jobs, InstallationLimits.DEFAULT);
      var events = events(server, pods, renderPool, pushes, capacity, jobs, NOTHING);
      var deleted = finished(null);
      deleted.setStatus(ProfileJobStatusBuilder.builder(deleted.getStatus())
          .recordings(List.of(Targets.succeeded("a")))
          .conditions(List.of())
          .build());

      events.onResourceDeleted(deleted);
      pushes.enqueue(deleted);
      assertThat(pushes.waiting()).isEqualTo(1);

      events.watch(Jobs.running(Jobs.job()));
      assertThat(pushes.waiting()).isZero();
      asked.countDown();
    }
  }

  @Test
  void a_deleted_jobs_files_are_swept_soon() throws Exception {
    var changed = new ArrayList<String>();
    try (var server = new ScriptedApiServer(60_000, request -> Answer.code(404));
        var pods = new TargetPods(server.client(), AN_HOUR_LATER);
        var renderPool = Renderers.pool()) {
      var jobs = new JobCache(server.client());
      var events = events(
          server,
          pods,
          renderPool,
          new PushQueue(Optional.empty(), Duration.ZERO, null, AN_HOUR_LATER),
          new Capacity(jobs, InstallationLimits.DEFAULT),
          jobs,
          changed::add);

      events.onResourceDeleted(finished(null));

      assertThat(changed).containsExactly(Jobs.job().getMetadata().getNamespace());
    }
  }

  private static JobEventSource events(
      ScriptedApiServer server,
      TargetPods pods,
      RenderPool renderPool,
      PushQueue pushes,
      Capacity capacity,
      JobCache jobs,
      Consumer<String> storeChanged) {
    var renderings = new Renderings(renderPool, null, null, AN_HOUR_LATER);
    var actions = new ActionRunner(
        null,
        new StopOrders(NO_STORE),
        renderings,
        new EventRecorder(server.client(), AN_HOUR_LATER),
        null,
        () -> true);
    return new JobEventSource(pods, renderings, pushes, capacity, jobs, actions, storeChanged);
  }

  private static PushOutcome waiting(CountDownLatch asked) {
    try {
      asked.await();
      return new PushOutcome.Sent();
    } catch (InterruptedException e) {
      return new PushOutcome.Postponed("the test is over");
    }
  }

  @Test
  void a_job_is_deleted_only_as_it_was_seen() throws Exception {
    try (var server = new ScriptedApiServer(
        1, request -> new Answer(200, new StatusBuilder().withStatus("Success").build()))) {
      new Publisher(server.client(), null, null)
          .deleteAfterItsTime(finished(60), AN_HOUR_LATER.instant());

      assertThat(server.requests()).extracting(Request::method).containsExactly("DELETE");
      assertThat(server.requests().getFirst().body())
          .contains("\"preconditions\":{\"resourceVersion\":\"41\"}");
    }
  }

  @Test
  void a_deletion_that_the_api_server_refuses_for_that_is_left_to_the_next_pass() throws Exception {
    var conflict =
        new Answer(409, new StatusBuilder().withCode(409).withReason("Conflict").build());
    try (var server = new ScriptedApiServer(1, request -> conflict)) {
      var publisher = new Publisher(server.client(), null, null);

      assertThatThrownBy(() -> publisher.deleteAfterItsTime(finished(60), AN_HOUR_LATER.instant()))
          .isInstanceOf(KubernetesClientException.class);
      assertThat(server.requests()).hasSize(1);
    }
  }

  private static ProfileJob finished(Integer timeToLive) {
    var job = Jobs.job();
    job.getMetadata().setResourceVersion("41");
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .ttlSecondsAfterFinished(timeToLive)
        .build());
    job.setStatus(ProfileJobStatusBuilder.builder(Jobs.running(job).getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.toString())
        .build());
    return job;
  }
}
