package dev.hotspotter.web.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestTest {

  @Test
  void a_job_is_written_as_someone_would_write_it() {
    var job = Jobs.job();
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .baseline(new BaselineSpec(null, new BaselineSpec.Previous()))
        .build());

    assertThat(Manifest.again(job).command())
        .startsWith("""
        kubectl create -f - <<'EOF'
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata:
          namespace: shop
          generateName: checkout-cpu-
        spec:
          target:
            selector:
              matchLabels:
                app: notifier
        """)
        .contains("events:\n      - type: cpu\n", "duration: 60s\n", "previous: {}\n")
        .endsWith("\nEOF\n");
  }

  @Test
  void a_copy_of_a_suspended_job_starts() {
    assertThat(Manifest.again(Jobs.suspended()).spec().suspend()).isNull();
  }

  @Test
  void whatever_it_holds_is_read_as_the_same() {
    var labels = new LinkedHashMap<String, String>();
    for (var value : new String[] {
      "yes",
      "on",
      "1e3",
      "0x1F",
      "1_000",
      "12:30:45",
      "null",
      "~",
      "",
      "a\nEOF\nb",
      "# no",
      "it's",
      "\"q\"",
      "$HOME `id`",
      "- x",
      "a: b",
      ".5",
      "2026-11-21",
      "é"
    }) {
      labels.put("k" + labels.size(), value);
    }
    var job = Jobs.job(TargetBuilder.builder(Jobs.target("on"))
        .selector(new PodSelector(labels, null))
        .build());

    var command = Manifest.again(job).command();

    assertThat(Serialization.unmarshal(Manifest.again(job).yaml(), ProfileJob.class)
            .getSpec())
        .isEqualTo(job.getSpec());
    assertThat(command.lines().filter("EOF"::equals)).hasSize(1);
  }

  @Test
  void a_shell_passes_it_on_as_it_is() throws Exception {
    var job = Jobs.job(TargetBuilder.builder(Jobs.target(null))
        .selector(new PodSelector(Map.of("a", "$(id) `id` \\ a\nEOF\nid"), null))
        .build());
    var shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    try (var input = shell.getOutputStream()) {
      input.write(Manifest.again(job)
          .command()
          .replace("kubectl create -f -", "cat")
          .getBytes(StandardCharsets.UTF_8));
    }

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(Manifest.again(job).yaml());
  }

  @ParameterizedTest
  @CsvSource({
    "notifier, notifier-",
    "Notifier 7d, notifier-7d-",
    "-a., a-",
    "'', profile-",
    "app.kubernetes.io, app-kubernetes-io-"
  })
  void a_generated_name_begins_with_what_is_profiled(String name, String prefix) {
    assertThat(Manifest.prefix(name)).isEqualTo(prefix);
    assertThat(Manifest.prefix(name + "x".repeat(100)).length() + 5).isLessThanOrEqualTo(63);
  }
}
