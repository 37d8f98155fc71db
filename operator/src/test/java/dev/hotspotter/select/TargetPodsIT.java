package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import dev.hotspotter.testing.ScriptedApiServer.Request;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A watch that an API server refuses, at first or later. */
class TargetPodsIT {

  private static final int SOON = 10;
  private static final ProfileJob JOB = Jobs.running(Jobs.job(), Targets.pending("a"));
  private static final int NEVER = 3_600_000;

  private final AtomicReference<Instant> now = new AtomicReference<>(Jobs.START);
  private final InstantSource clock = now::get;
  private final CountDownLatch changed = new CountDownLatch(1);

  @Test
  void a_watch_that_is_refused_at_first_begins_when_it_is_allowed() throws Exception {
    var first = new AtomicBoolean(true);
    Function<Request, Answer> refusesOnce =
        request -> first.getAndSet(false) ? Answer.code(403) : Answer.ok(list(pod("listed")));

    try (var server = new ScriptedApiServer(SOON, refusesOnce);
        var pods = new TargetPods(server.client(), clock)) {
      pods.watch(JOB, changed::countDown);

      assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void what_a_watch_knew_before_it_broke_is_not_believed() throws Exception {
    try (var server = refusing(SOON);
        var pods = new TargetPods(server.client(), clock)) {
      pods.watch(JOB, changed::countDown);
      assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(found(pods)).isEqualTo("asked for");
    }
  }

  @Test
  void a_watch_that_does_not_get_over_it_is_replaced() throws Exception {
    try (var server = refusing(NEVER);
        var pods = new TargetPods(server.client(), clock)) {
      pods.watch(JOB, changed::countDown);
      await().until(() -> watches(server) == 1);

      now.set(Jobs.START.plus(Duration.ofSeconds(119)));
      pods.watch(JOB, changed::countDown);
      now.set(Jobs.START.plus(Duration.ofSeconds(120)));
      pods.watch(JOB, changed::countDown);

      await().until(() -> watches(server) == 2);
      assertThat(pods.watched()).hasSize(1);
    }
  }

  @Test
  void a_watch_that_works_is_believed_and_kept() throws Exception {
    var asked = new CopyOnWriteArrayList<String>();
    try (var server = new ApiServer();
        var client = listening(server, asked);
        var pods = new TargetPods(client, clock)) {
      client
          .resource(new NamespaceBuilder()
              .withNewMetadata()
              .withName("shop")
              .endMetadata()
              .build())
          .create();
      var pod = client.resource(unscheduled()).create();
      var target = RecordingStatusBuilder.builder(
              Targets.pending(pod.getMetadata().getName()))
          .podUID(pod.getMetadata().getUid())
          .build();
      var job = Jobs.running(Jobs.job(), target);
      pods.watch(job, changed::countDown);
      await().until(() -> {
        asked.clear();
        return pods.find(job, target).isPresent() && asked.isEmpty();
      });

      now.set(Jobs.START.plus(Duration.ofHours(1)));
      pods.watch(job, changed::countDown);

      assertThat(pods.find(job, target)).contains(pod);
      assertThat(asked).isEmpty();
    }
  }

  /** The server's client, which tells of each request. */
  private static KubernetesClient listening(ApiServer server, List<String> asked) {
    var listener = new Interceptor() {
      @Override
      public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        asked.add(request.uri().getPath());
      }
    };
    return new KubernetesClientBuilder()
        .withConfig(server.client().getConfiguration())
        .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("listener", listener))
        .build();
  }

  private static Pod unscheduled() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("a")
        .withNamespace("shop")
        .addToLabels("app", "notifier")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("app")
        .withImage("app")
        .endContainer()
        .endSpec()
        .build();
  }

  /** Lists another pod than it gives by name, and refuses to have its pods watched. */
  private static ScriptedApiServer refusing(int retryMillis) throws IOException {
    return new ScriptedApiServer(
        retryMillis,
        request -> request.isWatch()
            ? Answer.code(403)
            : Answer.ok(request.path().endsWith("/pods") ? list(pod("listed")) : pod("asked for")));
  }

  private static long watches(ScriptedApiServer server) {
    return server.requests().stream().filter(Request::isWatch).count();
  }

  private static String found(TargetPods pods) {
    return pods.find(JOB, Targets.pending("a"))
        .orElseThrow()
        .getMetadata()
        .getAnnotations()
        .get("from");
  }

  private static Pod pod(String from) {
    return PodFixtures.running("a")
        .editMetadata()
        .addToAnnotations("from", from)
        .withResourceVersion("1")
        .endMetadata()
        .build();
  }

  private static Object list(Pod pod) {
    return new PodListBuilder()
        .withNewMetadata()
        .withResourceVersion("1")
        .endMetadata()
        .addToItems(pod)
        .build();
  }
}
