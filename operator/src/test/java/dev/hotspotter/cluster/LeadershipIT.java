package dev.hotspotter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.testing.ApiServer;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An instance whose lease has expired, with a real API server. */
class LeadershipIT {

  private static final String NAMESPACE = "default";
  private static final Duration SOON = Duration.ofMinutes(1);

  @AutoClose
  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @Test
  void leads_again_if_no_other_instance_does() throws Exception {
    var exit = new CountDownLatch(1);
    try (var leadership = led("again", exit)) {
      lease("again", "this");

      leadership.callbacks().onStopLeading();

      assertThat(leadership.leads()).isFalse();
      var before = renewed("again");
      await().atMost(SOON).until(leadership::leads);
      await("it renews the lease").atMost(SOON).until(() -> renewed("again").isAfter(before));
      assertThat(current("again").getSpec().getHolderIdentity()).isEqualTo("this");
      assertThat(exit.getCount()).isOne();
    }
  }

  @Test
  void ends_if_another_instance_leads() throws Exception {
    var exit = new CountDownLatch(1);
    try (var leadership = led("taken", exit)) {
      lease("taken", "another");

      leadership.callbacks().onStopLeading();

      await().atMost(SOON).until(() -> exit.getCount() == 0);
      assertThat(leadership.leads()).isFalse();
      assertThat(current("taken").getSpec().getHolderIdentity()).isEqualTo("another");
    }
  }

  @Test
  void an_instance_that_waits_for_its_turn_does_not_end() {
    var exit = new CountDownLatch(1);
    try (var leadership = new Leadership(
        new LeaderLease(apiServer.client(), NAMESPACE, "turn", "this"), exit::countDown)) {
      leadership.callbacks().onNewLeader("another");

      assertThat(leadership.leads()).isFalse();
      assertThat(exit.getCount()).isOne();
    }
  }

  /** An instance that was elected. */
  private static Leadership led(String name, CountDownLatch exit) {
    var leadership = new Leadership(
        new LeaderLease(apiServer.client(), NAMESPACE, name, "this"), exit::countDown);
    leadership.callbacks().onNewLeader("this");
    leadership.callbacks().onStartLeading();
    assertThat(leadership.leads()).isTrue();
    return leadership;
  }

  private static void lease(String name, String holder) {
    var now = ZonedDateTime.now(ZoneOffset.UTC);
    apiServer
        .client()
        .resource(new LeaseBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds(60)
            .withLeaseTransitions(0)
            .withAcquireTime(now)
            .withRenewTime(now)
            .endSpec()
            .build())
        .create();
  }

  private static Lease current(String name) {
    return apiServer.client().leases().inNamespace(NAMESPACE).withName(name).get();
  }

  private static ZonedDateTime renewed(String name) {
    return current(name).getSpec().getRenewTime();
  }
}
