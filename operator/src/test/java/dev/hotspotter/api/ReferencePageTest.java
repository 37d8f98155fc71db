package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ReferencePageTest {

  @Test
  void the_committed_page_is_what_the_crd_says() throws IOException {
    assertThat(GenerateReference.COMMITTED)
        .as("run make generate and commit docs/reference/")
        .hasContent(GenerateReference.page(GenerateCrd.COMMITTED));
  }

  @Test
  void it_shows_defaults_limits_rules_and_columns() throws IOException {
    assertThat(Files.readAllLines(GenerateReference.COMMITTED))
        .anyMatch(line -> line.startsWith("| `parallelism` | integer | `10` | 1 to 100 |"))
        .anyMatch(
            line -> line.startsWith("| `target` | object |  | required; must have exactly one of"))
        .anyMatch(line -> line.startsWith("| `recording.duration` | string | `60s` |")
            && line.contains("must be between 1s and 1h"))
        .anyMatch(line -> line.startsWith("| `recording.events[].type` | string |")
            && line.contains("one of alloc, branch-instructions"))
        .anyMatch(line -> line.startsWith("- spec cannot be changed after the job has started"))
        .anyMatch(line -> line.startsWith("| `recordings[].sha256` | string | "))
        .contains(
            "| HOTTEST | `status.hottest.frame` | `kubectl get pfj` |",
            "| REPORT | `status.report` | `kubectl get pfj -o wide` |");
  }
}
