package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.inject.SidecarInjector;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.inject.StopOrders;
import dev.hotspotter.plan.Action;
import dev.hotspotter.plan.Plan;
import dev.hotspotter.publish.EventRecorder;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.storage.UploadPolicy;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One pass over several targets of which one is in trouble. */
class ActionRunnerIT {

  private static final Clock CLOCK = Clock.fixed(Jobs.START, ZoneOffset.UTC);

  @Test
  void what_nobody_expected_of_one_target_fails_it_and_not_the_others() throws Exception {
    var odd = new Pod();

    var entries = runInjections(
        PodFixtures.running("a").build(), odd, PodFixtures.running("c").build());

    assertThat(entries)
        .extracting(RecordingStatus::phase)
        .containsExactly(RecordingPhase.INJECTED, RecordingPhase.FAILED, RecordingPhase.INJECTED);
    assertThat(entries.get(1).reason()).isEqualTo(Reasons.INJECTION_FAILED);
    assertThat(entries.get(1).message())
        .contains("NullPointerException")
        .contains("look at the operator's log");
  }

  @Test
  void a_target_whose_container_has_vanished_from_its_pod_fails_and_not_the_others()
      throws Exception {
    var entries = runInjections(
        PodFixtures.running("a", "other").build(), PodFixtures.running("b").build());

    assertThat(entries)
        .extracting(RecordingStatus::phase)
        .containsExactly(RecordingPhase.FAILED, RecordingPhase.INJECTED);
  }

  /** Pods a, b and so on, which the API server gives and lets be changed. */
  private static List<RecordingStatus> runInjections(Pod... pods) throws Exception {
    var targets = List.of(Targets.pending("a"), Targets.pending("b"), Targets.pending("c"))
        .subList(0, pods.length);
    var actions = targets.stream()
        .<Action>map(t -> new Action.Inject(t, pods[targets.indexOf(t)]))
        .toList();
    try (var server =
            new ScriptedApiServer(1, request -> Answer.ok(requested(request.path(), pods)));
        var pool = Renderers.pool()) {
      var client = server.client();
      var store = new ObjectStore(new StoreSettings(
          "http://127.0.0.1:1", "local", "bucket", "", "key", "secret", "", "", UploadPolicy.PUT));
      var settings = new SidecarSettings("sidecar:test", "Never", 1 << 20, 60);
      var runner = new ActionRunner(
          new SidecarInjector(client, store, settings, CLOCK),
          new StopOrders(store),
          new Renderings(pool, null, null, CLOCK),
          new EventRecorder(client, CLOCK),
          new OperatorMetrics(new SimpleMeterRegistry()),
          () -> true);
      var plan = new Plan(targets, Set.of(), actions, Optional.empty(), Duration.ofSeconds(1));
      return plan.after(runner.run(Jobs.running(Jobs.job()), plan.actions()));
    }
  }

  private static Object requested(String path, Pod... pods) {
    return Arrays.stream(pods)
        .filter(pod -> pod.getMetadata() != null
            && path.contains("/pods/" + pod.getMetadata().getName()))
        .<Object>map(pod -> pod)
        .findFirst()
        .orElse(new Event());
  }
}
