package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.S3Server;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator's process with thousands of finished jobs of a hundred targets each: running jobs
 * determine its memory, not finished ones.
 */
class ManyFinishedJobsIT {

  /** Ten thousand take some minutes to create: {@code -Dfinished.jobs=10000}. */
  private static final int JOBS = Integer.getInteger("finished.jobs", 1_000);

  private static final int TARGETS = 100;
  private static final int CREATED_AT_ONCE = 8;

  /** The value of resources.limits.memory in the chart's values. */
  private static final String MEMORY_LIMIT = "-XX:MaxRAM=1g";

  private static final long MOST_RSS_KB = 250_000;
  /** The processor time until the operator is ready; unlike elapsed time, it does not depend on other work. */
  private static final Duration MOST_START = Duration.ofSeconds(30);

  @TempDir
  static Path temp;

  private final Random random = new Random(7);

  @Test
  void memory_does_not_grow_with_finished_jobs() throws Exception {
    try (var apiServer = new ApiServer();
        var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("s3"))) {
      create(apiServer.client());
      try (var operator = start(apiServer, s3)) {
        var began = System.nanoTime();
        await("the operator is ready")
            .until(() -> operator
                .telemetry("/readyz")
                .filter(answer -> answer.statusCode() == 200)
                .isPresent());
        var start = Duration.ofNanos(System.nanoTime() - began);
        var processor = processorTime(operator);
        await("the operator knows all jobs")
            .atMost(Duration.ofSeconds(30))
            .until(() -> body(operator.telemetry("/metrics"))
                .contains("hotspotter_profilejobs{phase=\"Succeeded\"} " + JOBS + ".0"));
        var list = body(operator.web("/"));
        var one = body(operator.web("/jobs/shop/" + firstFolder(list)));
        var rss = rssKilobytes(operator);
        System.out.printf(
            "memory: %d finished jobs with %d targets each: ready after %d ms, of which %d ms on a"
                + " processor, %d MB RSS%n",
            JOBS, TARGETS, start.toMillis(), processor.toMillis(), rss / 1000);

        assertThat(list).contains(JOBS + " jobs");
        assertThat(one)
            .as("the page of a job shows what the operator does not remember")
            .contains("/app/cpu.html");
        assertThat(processor).isLessThan(MOST_START);
        assertThat(rss).isLessThan(MOST_RSS_KB);
      }
    }
  }

  private static String firstFolder(String list) {
    var link = list.substring(list.indexOf("/jobs/shop/") + "/jobs/shop/".length());
    return link.substring(0, link.indexOf('"'));
  }

  private void create(KubernetesClient client) throws Exception {
    client
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName("shop")
            .endMetadata()
            .build())
        .create();
    var turns = new Semaphore(CREATED_AT_ONCE);
    var created = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < JOBS; i++) {
        var job = job(i);
        var status = status();
        turns.acquire();
        created.add(threads.submit(() -> {
          try {
            var known = client.resource(job).create();
            known.setStatus(status);
            client.resource(known).updateStatus();
          } finally {
            turns.release();
          }
        }));
      }
    }
    for (var each : created) {
      each.get();
    }
  }

  private static ProfileJob job(int number) {
    var job = Jobs.job();
    job.setMetadata(
        new ObjectMetaBuilder().withNamespace("shop").withName("job-" + number).build());
    return job;
  }

  private ProfileJobStatus status() {
    var start = Jobs.START.plusMillis(random.nextInt(1_000_000));
    return ProfileJobStatusBuilder.builder()
        .observedGeneration(1L)
        .phase(JobPhase.SUCCEEDED)
        .conditions(List.of(new Condition(
            "Complete",
            "True",
            "Recorded",
            "100 of 100 targets are recorded",
            start.toString(),
            1L)))
        .startTime(start.toString())
        .deadline(start.plusSeconds(300).toString())
        .completionTime(start.plusSeconds(70).toString())
        .targets(new TargetCounts(TARGETS, TARGETS, TARGETS, 0, TARGETS, 0))
        .selector("app=checkout")
        .recordings(IntStream.range(0, TARGETS).mapToObj(this::recording).toList())
        .hottest(Hottest.of("Message.uniqueId", 31.4))
        .report("http://localhost:8080/jobs/shop/checkout/")
        .build();
  }

  private RecordingStatus recording(int number) {
    var start = Jobs.START.plusMillis(random.nextInt(1_000_000));
    return RecordingStatusBuilder.builder()
        .pod("checkout-7d9c5b8f64-%s%02d"
            .formatted(Integer.toString(1_296 + random.nextInt(40_000), 36), number))
        .podUID(new UUID(random.nextLong(), random.nextLong()).toString())
        .container("app")
        .node("worker-" + random.nextInt(100))
        .phase(RecordingPhase.SUCCEEDED)
        .injectionTime(start.toString())
        .startTime(start.plusMillis(412).toString())
        .endTime(start.plusMillis(60_419).toString())
        .bytes(random.nextLong(1_000_000))
        .sha256("%016x%016x%016x%016x"
            .formatted(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()))
        .build();
  }

  private static OperatorProcess start(ApiServer apiServer, S3Server s3) throws IOException {
    var kubeconfig = Files.writeString(temp.resolve("kubeconfig"), apiServer.kubeconfig());
    return new OperatorProcess(
        temp,
        imageCommand(),
        s3.settings(),
        Map.of(
            "KUBECONFIG", kubeconfig.toString(),
            "MALLOC_ARENA_MAX", "2",
            "HOTSPOTTER_LEADER_ELECTION", "false"));
  }

  /** With the options that the image gives to the JVM. */
  private static List<String> imageCommand() throws IOException {
    var image = Files.readAllLines(Path.of("Containerfile")).stream()
        .filter(line -> line.startsWith("ENTRYPOINT "))
        .findFirst()
        .orElseThrow();
    var options = new ArrayList<>(List.of(
        new ObjectMapper().readValue(image.substring("ENTRYPOINT ".length()), String[].class)));
    options.set(0, OperatorProcess.command().getFirst());
    options.set(options.indexOf("-cp") + 1, System.getProperty("java.class.path"));
    options.add(1, MEMORY_LIMIT);
    return options;
  }

  private static String body(Optional<HttpResponse<String>> answer) {
    assertThat(answer).map(HttpResponse::statusCode).hasValue(200);
    return answer.orElseThrow().body();
  }

  private static Duration processorTime(OperatorProcess operator) {
    return operator.process().info().totalCpuDuration().orElseThrow();
  }

  private static long rssKilobytes(OperatorProcess operator) throws IOException {
    var status = Path.of("/proc/" + operator.process().pid() + "/status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> Long.valueOf(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}
