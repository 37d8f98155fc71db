package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Tools;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart's ValidatingAdmissionPolicy, in force at a real API server. */
class AdmissionPolicyIT {

  private static final Path CHART = Path.of("..", "charts", "hotspotter");

  @AutoClose
  private static ApiServer api;

  private static KubernetesClient client;

  @BeforeAll
  static void install() throws Exception {
    api = new ApiServer();
    client = api.client();
    for (var name : new String[] {"shop", "lab"}) {
      client
          .resource(new NamespaceBuilder()
              .withNewMetadata()
              .withName(name)
              .endMetadata()
              .build())
          .create();
    }
    client.resource(job("shop", "before", "duration: 30m", "")).create();
    var helm = new ProcessBuilder(
            Tools.path("helm").toString(),
            "template",
            "hotspotter",
            CHART.toString(),
            "--show-only",
            "templates/admissionpolicy.yaml",
            "--set",
            "admissionPolicy.enabled=true,admissionPolicy.events={cpu,wall},admissionPolicy.maxTargets=3",
            "--set",
            "admissionPolicy.namespaces.lab.maxDuration=1h,"
                + "admissionPolicy.namespaces.lab.kernelStacks=true,"
                + "admissionPolicy.namespaces.lab.maxTargets=100",
            "--set-json",
            "admissionPolicy.namespaces.lab.events=[]")
        .redirectErrorStream(true)
        .start();
    var manifests = helm.getInputStream().readAllBytes();
    assertThat(helm.waitFor()).as(new String(manifests, StandardCharsets.UTF_8)).isZero();
    client.load(new ByteArrayInputStream(manifests)).create();
    await("the policy is in force")
        .atMost(Duration.ofSeconds(30))
        .until(() -> refusal(job("shop", "probe", "duration: 11m", "sample: {size: 1}")) != null);
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "shop | duration: 10m | sample: {size: 3} | ",
        "shop | duration: 10m1s | sample: {size: 3} | spec.recording.duration must be 10m at the"
            + " most in this namespace",
        "shop | 'events: [{type: cpu}, {type: wall}]' | sample: {size: 1} | ",
        "shop | 'events: [{type: cpu}, {type: alloc}]' | sample: {size: 1} | spec.recording.events can hold only"
            + " cpu, wall in this namespace",
        "shop | kernelStacks: true | sample: {size: 1} | spec.recording.kernelStacks is not allowed in this namespace",
        "shop | duration: 1s | '' | spec.target can choose 3 pods at the most in this namespace",
        "shop | duration: 1s | sample: {size: 4} | spec.target can choose 3 pods at the most in this namespace",
        "shop | duration: 1s | sample: {size: '3'} | ",
        "shop | duration: 1s | sample: {size: '4'} | spec.target can choose 3 pods at the most in this namespace",
        "shop | duration: 1s | sample: {size: 1%} | spec.target can choose 3 pods at the most in this namespace",
        "lab | 'duration: 1h, kernelStacks: true, events: [{type: cpu}, {type: alloc}]' | sample: {size: 100%} | ",
        "lab | duration: 1h | sample: {size: 100} | ",
      })
  void a_job_is_refused_in_a_sentence_that_says_what_may_be_had(
      String namespace, String recording, String target, String sentence) {
    var refusal = refusal(job(namespace, "one", recording, target));

    if (sentence == null) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal).contains("ValidatingAdmissionPolicy", sentence);
    }
  }

  @Test
  void pods_that_are_named_are_counted() {
    assertThat(refusal(named("a, b, c"))).isNull();
    assertThat(refusal(named("a, b, c, d"))).contains("can choose 3 pods at the most");
  }

  @Test
  void what_was_there_before_can_still_be_labelled() {
    var labelled = client.resource(job("shop", "before", "duration: 30m", "")).edit(job -> {
      job.getMetadata().setLabels(Map.of("team", "shop"));
      return job;
    });

    assertThat(labelled.getMetadata().getLabels()).containsEntry("team", "shop");
  }

  /** The API server's words; null if it would take the job. */
  private static String refusal(ProfileJob job) {
    var refused = catchThrowableOfType(
        KubernetesClientException.class, () -> client.resource(job).dryRun().create());
    return refused == null ? null : refused.getMessage();
  }

  private static ProfileJob named(String pods) {
    return job("shop", "one", "duration: 1s", "pods: [" + pods + "]");
  }

  private static ProfileJob job(String namespace, String name, String recording, String target) {
    var whom = target.startsWith("pods")
        ? target
        : "selector: {matchLabels: {app: notifier}}" + (target.isEmpty() ? "" : ", " + target);
    return client
        .getKubernetesSerialization()
        .unmarshal("""
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: %s}
        spec:
          target: {%s}
          recording: {%s}
        """.formatted(name, namespace, whom, recording), ProfileJob.class);
  }
}
