package dev.hotspotter.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.server.ListedJobs;
import io.javalin.http.BadRequestResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobQueryTest {

  private static final Instant NOW = Jobs.START.plusSeconds(3600);

  /** A deleted job of shop: cpu for 60 s from Jobs.START on a pod of Deployment notifier. */
  private static final JobSummary DELETED = JobSummary.of(
      "shop/checkout-cpu-1f0c3a5e/",
      report(ListedJobs.running("shop", "checkout-cpu", "notifier-7d9c5f-x2x1z")));

  private static JobReport report(ProfileJob job) {
    job.getMetadata().setLabels(Map.of("team", "checkout"));
    var hot = Map.of("cpu", new HotList(0, List.of(), List.of()));
    return JobReport.of(
        job,
        job.getStatus().recordings(),
        Map.of(),
        hot,
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static final JobSummary RUNNING =
      JobSummary.of(ListedJobs.running("shop", "checkout-cpu", "notifier-0"));

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "'', true",
    "namespace=, true",
    "orgId=1&var-x=y, true",
    "namespace=shop, true",
    "namespace=billing, false",
    "namespace=billing&namespace=shop, true",
    "pod=notifier-7d9c5f-x2x1z, true",
    "pod=notifier-7d9c5f, false",
    "workload=notifier, true",
    "workload=notifier-7d9c5f, true",
    "workload=notif, false",
    "workload=x, false",
    "event=cpu, true",
    "event=alloc, false",
    "event=alloc&event=cpu, true",
    "from=2026-11-21T10:01:00Z, true",
    "from=2026-11-21T10:01:01Z, false",
    "to=2026-11-21T10:00:00Z, true",
    "to=2026-11-21T09:59:59.999Z, false",
    "from=1795255260000, true",
    "from=1795255260001, false",
    "to=1795255200000, true",
    "to=1795255199999, false",
    "from=now-1h&to=now, true",
    "from=now-30m, false",
    "from=1795255200000&to=1795255260000&namespace=shop&pod=notifier-7d9c5f-x2x1z, true",
    "label=app=notifier, true",
    "label=team=checkout, true",
    "label=team=search, false",
  })
  void finds_what_a_deleted_job_has_left(String query, boolean found) {
    assertThat(query(query).matches(DELETED)).isEqualTo(found);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "from=now, true",
    "to=2026-11-21T09:59:59Z, false",
    "label=app=notifier, true",
    "label=team=shop, true",
    "label=app=other, false",
    "workload=notifier, true",
  })
  void finds_a_job_that_runs_and_has_no_end_yet(String query, boolean found) {
    var job = ListedJobs.running("shop", "checkout-cpu", "notifier-0");
    job.getMetadata().setLabels(Map.of("team", "shop"));

    assertThat(query(query).matches(JobSummary.of(job))).isEqualTo(found);
  }

  @Test
  void a_job_that_has_not_begun_is_found_by_what_it_asks_for() {
    var pods = Jobs.job(TargetBuilder.builder().pods(List.of("a", "b")).build());
    var workload = Jobs.job(TargetBuilder.builder()
        .workloadRef(new WorkloadRef(null, "Deployment", "ledger"))
        .build());

    assertThat(query("pod=b").matches(JobSummary.of(pods))).isTrue();
    assertThat(query("workload=ledger").matches(JobSummary.of(workload))).isTrue();
    assertThat(query("workload=ledger").matches(RUNNING)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namespace=Shop",
        "namespace=a.b",
        "namespace=../x",
        "pod=a/b",
        "pod=A",
        "workload=-",
        "workload=a&workload=b",
        "label=app",
        "label=app=a b",
        "label=<x>=y",
        "event=cpu;",
        "event=CPU",
        "from=yesterday",
        "from=now-1y",
        "from=9999999999999999",
        "from=2026-11-21",
        "from=1&from=2",
        "page=0",
        "page=-1",
        "page=1.5",
        "page=100000",
        "page=1&page=2",
        "to=now-9999999d"
      })
  void what_cannot_be_meant_is_refused_by_the_parameters_name(String query) {
    assertThatExceptionOfType(BadRequestResponse.class)
        .isThrownBy(() -> query(query))
        .withMessageStartingWith(query.substring(0, query.indexOf('=')) + " ");
  }

  @Test
  void values_are_bounded_in_length_and_number() {
    assertThatExceptionOfType(BadRequestResponse.class)
        .isThrownBy(() -> query("pod=" + "a".repeat(254)));
    assertThatExceptionOfType(BadRequestResponse.class)
        .isThrownBy(() -> query("from=" + "1".repeat(321)));
    assertThatExceptionOfType(BadRequestResponse.class)
        .isThrownBy(() -> query(String.join("&", Collections.nCopies(51, "pod=a"))));
  }

  private static JobQuery query(String query) {
    var parameters = new HashMap<String, List<String>>();
    for (var pair : query.split("&")) {
      var parts = pair.split("=", 2);
      if (parts.length == 2) {
        parameters.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
      }
    }
    return JobQuery.of(new RequestParameters(parameters), NOW);
  }
}
