package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StoreHealthTest {

  @Test
  void says_what_the_store_said_last() {
    var words = new AtomicReference<>(Optional.of("down"));
    try (var health = new StoreHealth(words::get)) {
      assertThat(health.problem()).as("before it is asked").isPresent();
      health.start();
      assertThat(health.problem()).contains("down");
      words.set(Optional.empty());
      await().untilAsserted(() -> assertThat(health.problem()).isEmpty());
    }
  }

  @Test
  void asks_again_whatever_was_thrown() {
    var thrown = new ArrayDeque<Throwable>(List.of(
        new NoClassDefFoundError("at the start"),
        new OutOfMemoryError("later"),
        new IOException("undeclared")));
    try (var health = new StoreHealth(
        () -> {
          if (thrown.isEmpty()) {
            return Optional.empty();
          }
          throw StoreHealthTest.<RuntimeException>unchecked(thrown.remove());
        },
        Duration.ofMillis(10))) {
      health.start();

      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(health.problem()).isEmpty());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable any) throws T {
    throw (T) any;
  }

  @Test
  void answers_at_once_while_the_store_hangs_and_asks_again_after_a_fault() throws Exception {
    var hangs = new CountDownLatch(1);
    try (var health = new StoreHealth(() -> {
      try {
        hangs.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("fault");
    })) {
      var starter = Thread.ofVirtual().start(health::start);
      assertThat(health.problem()).contains("it has not answered yet");
      hangs.countDown();
      starter.join();
      assertThat(health.problem()).hasValueSatisfying(words -> assertThat(words).contains("fault"));
    }
  }
}
