package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenderPoolTest {

  private final RenderPool pool = new RenderPool(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<String> done = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    release.countDown();
    pool.close();
  }

  @Test
  void running_jobs_go_first() throws Exception {
    var last = new CountDownLatch(4);
    occupy();
    for (var name : List.of("page 1", "page 2")) {
      assertThat(pool.submitLater(() -> finish(name, last))).isTrue();
    }
    for (var name : List.of("job 1", "job 2")) {
      assertThat(pool.submit(() -> finish(name, last))).isTrue();
    }

    release.countDown();

    assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(done).containsExactly("job 1", "job 2", "page 1", "page 2");
  }

  @Test
  void what_can_wait_never_takes_a_second_thread() throws Exception {
    try (var two = new RenderPool(2)) {
      var job = new CountDownLatch(1);
      var page = new CountDownLatch(1);
      two.submitLater(this::block);
      begun.await();
      two.submitLater(() -> finish("page", page));
      two.submit(job::countDown);

      assertThat(job.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(done).isEmpty();
      release.countDown();
      assertThat(page.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void when_too_much_waits_the_one_who_asks_is_told() throws Exception {
    occupy();
    for (int i = 0; i < 4; i++) {
      assertThat(pool.submitLater(() -> {})).isTrue();
    }
    assertThat(pool.submitLater(() -> {})).isFalse();
    for (int i = 0; i < 99; i++) {
      assertThat(pool.submit(() -> {})).isTrue();
    }
    assertThat(pool.submit(() -> {})).isFalse();
  }

  @Test
  void what_fails_ends_nothing_but_itself() throws Exception {
    var last = new CountDownLatch(1);
    pool.submitLater(() -> {
      throw new IllegalStateException("on purpose");
    });
    pool.submitLater(() -> finish("next", last));

    assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
    pool.close();
    assertThat(pool.submitLater(() -> {})).isFalse();
    assertThat(pool.submit(() -> {})).isFalse();
  }

  private void occupy() throws InterruptedException {
    pool.submit(this::block);
    begun.await();
  }

  private void block() {
    begun.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void finish(String name, CountDownLatch last) {
    done.add(name);
    last.countDown();
  }
}
