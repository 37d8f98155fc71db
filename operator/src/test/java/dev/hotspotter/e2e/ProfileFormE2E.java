package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A user with the right to create ProfileJobs starts one from the form, with the pages'
 * authentication by the cluster.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class ProfileFormE2E {

  private static final String CHART =
      Cluster.REPOSITORY.resolve("charts/hotspotter").toString();
  private static final String RELEASE = "hotspotter";
  private static final String NAMESPACE = "demo";
  private static final Duration SOON = Duration.ofMinutes(3);

  private Cluster cluster;
  private Browser browser;

  @BeforeAll
  void letPeopleCreateJobs() throws Exception {
    helm(
        "upgrade",
        RELEASE,
        CHART,
        "--reuse-values",
        "--set",
        "web.auth.mode=kubernetes,web.createJobs=true",
        "--wait",
        "--timeout",
        "2m");
    cluster = new Cluster();
    browser = new Browser();
    kubectl("create", "serviceaccount", "someone");
    kubectl(
        "create",
        "rolebinding",
        "someone",
        "--clusterrole=edit",
        "--serviceaccount=" + NAMESPACE + ":someone");
    browser.header(
        "Authorization", "Bearer " + kubectl("create", "token", "someone").strip());
    browser.room(1200, 900);
  }

  @AfterAll
  void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (cluster != null) {
      cluster.close();
    }
    kubectl("delete", "rolebinding,serviceaccount", "someone", "--ignore-not-found");
    helm("rollback", RELEASE, "--wait", "--timeout", "2m");
  }

  @Test
  void someone_starts_a_job_from_the_form_and_watches_it_finish() throws Exception {
    browser.open(cluster.reachable("/"));
    browser.go("#profile-now");
    browser.type("[name=namespace]", NAMESPACE);
    browser.type("[name=workload]", "notifier");
    browser.type("[name=duration]", "8s");
    browser.press("[name=event][value=alloc]");
    browser.go("#show");
    assertThat(browser.text("#command")).contains("kind: ProfileJob", "duration: 8s", "alloc");
    browser.picture("profile");

    browser.go("#create");
    assertThat(browser.address()).contains("/jobs/demo/notifier-");
    assertThat(browser.text("body")).contains("requested by system:serviceaccount:demo:someone");
    browser.picture("running");

    browser.awaitText("h1 + .soft", "Succeeded", SOON);
    browser.picture("finished");
    assertThat(browser.texts("h2")).contains("cpu", "alloc");
    browser.enter("iframe");
    assertThat(browser.look("#canvas").colours())
        .as("colours of the flame graph")
        .isGreaterThan(100);
    browser.leave();
    assertThat(browser.complaints()).isEmpty();
  }

  private static void helm(String... arguments) throws Exception {
    run(Stream.of("helm", "--namespace=" + Cluster.OPERATOR_NAMESPACE), arguments);
  }

  private static String kubectl(String... arguments) throws Exception {
    return run(Stream.of("kubectl", "-n", NAMESPACE), arguments);
  }

  private static String run(Stream<String> command, String... arguments) throws Exception {
    return Cluster.run(Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
  }
}
