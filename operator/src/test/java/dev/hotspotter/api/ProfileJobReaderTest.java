package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileJobReaderTest {

  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private static final String SPEC =
      "{'parallelism': 10, 'target': {'pods': ['a'], 'minAge': '0s', 'sample': {'order': 'Random'}},"
          + " 'recording': {'duration': '60s', 'events': [{'type': 'cpu'}], 'kernelStacks': false}%s}";

  private static final String TARGET =
      "{'pod': 'a', 'podUID': '1', 'container': 'app', 'phase': '%s'%s}";
  private static final String RUNNING =
      "{'phase': 'Running', 'startTime': '2026-11-21T10:00:00Z', 'deadline': '2026-11-21T10:03:00Z', 'conditions': [],"
          + " 'targets': {'selected': 1}, 'recordings': [%s]}";

  @Test
  void a_sound_job_has_all_its_parts() {
    var job = read(SPEC.formatted(""), RUNNING.formatted(TARGET.formatted("Pending", "")));

    assertThat(job.getUnreadable()).isNull();
    assertThat(job.getMetadata().getName()).isEqualTo("a");
    assertThat(job.getSpec().target().pods()).containsExactly("a");
    assertThat(job.getStatus().recordings()).hasSize(1);
  }

  @Test
  void fields_of_a_later_version_are_passed_over() {
    var job = read(SPEC.formatted(", 'suspend': true"), "{'phase': 'Pending', 'mood': 'good'}");

    assertThat(job.getUnreadable()).isNull();
  }

  @Test
  void a_manifest_needs_no_defaults() {
    var job = parse(
        "{'apiVersion': 'hotspotter.dev/v1alpha1', 'kind': 'ProfileJob', 'metadata': {'name': 'a'},"
            + " 'spec': {'target': {'pods': ['a']}}}");

    assertThat(job.getUnreadable()).isNull();
    assertThat(job.getSpec().recording()).isNull();
  }

  /** An object that the API server stored under an earlier CRD, without fields that no longer exist. */
  @Test
  void a_finished_job_of_the_earlier_shape_is_read() {
    var job = read(
        SPEC.formatted("")
            .replace(
                "[{'type': 'cpu'}]", "['cpu', 'trace'], 'diagnostics': ['threadDump', 'vmFlags']"),
        "{'phase': 'Succeeded', 'startTime': '2026-11-21T10:00:00Z', 'completionTime': '2026-11-21T10:01:00Z',"
            + " 'conditions': [], 'targets': {'selected': 1, 'done': '1/1'}, 'recordings': [],"
            + " 'hottest': 'Message.uniqueId 31.4 %'}");

    assertThat(job.getUnreadable()).isNull();
    assertThat(job.getSpec().recording().types()).containsExactly(Event.CPU, Event.TRACE);
    assertThat(job.getSpec().recording().diagnostics())
        .containsExactly(Diagnostic.THREAD_DUMP, Diagnostic.VM_FLAGS);
    assertThat(job.getStatus().hottest()).isEqualTo(new Hottest("Message.uniqueId", "31.4"));
  }

  @Test
  void what_cannot_be_read_is_left_out_and_said() {
    var job = read(
        SPEC.formatted(", 'ttlSecondsAfterFinished': 3000000000"),
        RUNNING.formatted(TARGET.formatted("Pending", "")));

    assertThat(job.getUnreadable())
        .startsWith("spec.ttlSecondsAfterFinished cannot be read: ")
        .contains("3000000000", "out of range of");
    assertThat(job.getSpec()).isNull();
    assertThat(job.getStatus()).isNotNull();
    assertThat(job.getMetadata().getNamespace()).isEqualTo("shop");
  }

  @Test
  void a_copy_is_as_unreadable_and_what_is_missing_is_not_said_anew() {
    var job = read("{'target': 5}", "{'phase': 'Lost'}");

    var copy = JSON.clone(job);

    assertThat(copy.getUnreadable())
        .isEqualTo(job.getUnreadable())
        .contains("spec.target cannot be read", "status.phase cannot be read");
    assertThat(copy.getStatus()).isNull();
  }

  @Test
  void a_job_without_a_spec_says_so() {
    var job = parse(
        "{'apiVersion': 'hotspotter.dev/v1alpha1', 'kind': 'ProfileJob', 'metadata': {'name': 'a',"
            + " 'resourceVersion': '1'}}");

    assertThat(job.getUnreadable()).isEqualTo("spec is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{'parallelism': 10}; spec.target is missing",
        "{'parallelism': 10, 'target': {'minAge': '0s'}}; spec.target names no pods",
        "{'target': {'pods': ['a']}}; spec.parallelism is missing",
        "{'recording': {'duration': '60s', 'events': []}}; spec.recording.events is empty",
        "{'recording': {'duration': '60s', 'events': [null]}}; spec.recording.events is empty",
        "{'artifacts': {'groupBy': 'Pod'}}; spec.artifacts.formats is empty",
        "{'recording': {'duration': '60s', 'events': [{}]}}; spec.recording.events has an incomplete",
        "[]; spec cannot be read",
        "'text'; spec cannot be read",
      })
  void a_spec_lacks(String spec, String problem) {
    var job = read(spec, "{'phase': 'Pending'}");

    assertThat(job.getUnreadable()).contains(problem);
    assertThat(job.getSpec()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{}; status.phase is missing",
        "{'phase': 'Running'}; status.phase is Running and status.startTime is missing",
        "{'phase': 'Pending', 'startTime': '2026-11-21T10:00:00Z'}; status.phase is Pending and"
            + " status.startTime is set",
        "{'phase': 'Running', 'startTime': '2026-11-21T10:00:00Z'}; status.recordings is missing",
        "{'phase': 'Running', 'startTime': '2026-11-21T10:00:00Z', 'recordings': []}; status.recordings is empty",
        "{'phase': 'Succeeded', 'startTime': '2026-11-21T10:00:00Z'}; status.completionTime is missing",
        "{'phase': 'Pending', 'deadline': 'soon'}; status.deadline is no time such as",
        "{'phase': 'Pending', 'deadline': '2026-13-21T10:00:00Z'}; status.deadline is no time such as",
        "{'phase': 'Pending', 'deadline': '+999999999-01-21T10:00:00Z'}; status.deadline is no time such as",
        "{'phase': 'Running', 'startTime': '2026-11-21T10:00:00Z', 'deadline':"
            + " '2027-11-21T10:00:00Z'}; status.deadline is more than 31 days",
        "{'phase': 'Pending', 'conditions': [{'type': 'Complete'}]}; status.conditions has an incomplete",
        "{'phase': 'Pending', 'hottest': {'frame': 'a'}}; status.hottest is incomplete",
        "{'phase': 'Pending', 'hottest': {'frame': 'a', 'percent': '1.2.3'}}; status.hottest is incomplete",
        "{'phase': 'Pending', 'ineligible': [null]}; status.ineligible has an incomplete",
        "{'phase': 'Pending', 'targets': {'matched': 3000000000}}; status.targets.matched cannot be read",
      })
  void a_status_cannot_be(String status, String problem) {
    var job = read(SPEC.formatted(""), status);

    assertThat(job.getUnreadable()).contains(problem);
    assertThat(job.getStatus()).isNull();
    assertThat(job.getSpec()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "Recording; ",
        "Injected; , 'injectionTime': 'now'",
        "Failed; , 'reason': 'NoJvmFound'",
        "Pending; , 'endTime': '2026-11-21'",
        "Pending; }, {'pod': 'b'",
        "Pending; }, {'pod': 'a', 'podUID': '1', 'container': 'app', 'phase': 'Pending'",
      })
  void a_target_cannot_be(String phase, String rest) {
    var job = read(
        SPEC.formatted(""), RUNNING.formatted(TARGET.formatted(phase, rest == null ? "" : rest)));

    assertThat(job.getUnreadable()).contains("status.recordings");
  }

  private static ProfileJob read(String spec, String status) {
    return parse(
        "{'apiVersion': 'hotspotter.dev/v1alpha1', 'kind': 'ProfileJob', 'metadata': {'name': 'a',"
            + " 'namespace': 'shop', 'resourceVersion': '1'},"
            + " 'spec': " + spec + ", 'status': " + status + "}");
  }

  private static ProfileJob parse(String json) {
    return JSON.unmarshal(json.replace('\'', '"'), ProfileJob.class);
  }
}
