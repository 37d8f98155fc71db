package dev.hotspotter.render.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.testing.Renderers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenderPoolTest {

  private static final Runnable NOTHING = () -> {};

  private final RenderPool pool = Renderers.pool();
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
      assertThat(pool.submitLater(renderer -> finish(name, last), NOTHING)).isTrue();
    }
    for (var name : List.of("job 1", "job 2")) {
      assertThat(pool.submit("shop", name, renderer -> finish(name, last))).isTrue();
    }

    release.countDown();

    assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(done).containsExactly("job 1", "job 2", "page 1", "page 2");
  }

  @Test
  void what_can_wait_never_takes_a_second_thread() throws Exception {
    try (var two = new RenderPool(2, Renderers.BUDGET)) {
      var job = new CountDownLatch(1);
      var page = new CountDownLatch(1);
      two.submitLater(renderer -> block(), NOTHING);
      begun.await();
      two.submitLater(renderer -> finish("page", page), NOTHING);
      two.submit("shop", "job", renderer -> job::countDown);

      assertThat(job.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(done).isEmpty();
      release.countDown();
      assertThat(page.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void when_too_much_waits_the_one_who_asks_is_told_and_no_other() throws Exception {
    occupy();
    for (int i = 0; i < 4; i++) {
      assertThat(pool.submitLater(renderer -> NOTHING, NOTHING)).isTrue();
    }
    assertThat(pool.submitLater(renderer -> NOTHING, NOTHING)).isFalse();
    for (int i = 0; i < 100; i++) {
      assertThat(pool.submit("shop", "job " + i % 3, renderer -> () -> {})).isTrue();
    }
    assertThat(pool.submit("shop", "job 4", renderer -> () -> {})).isFalse();
    assertThat(pool.submit("bank", "job 5", renderer -> () -> {})).isTrue();
  }

  @Test
  void a_namespace_waits_for_one_piece_of_another_however_much_that_has_sent() throws Exception {
    var last = new CountDownLatch(13);
    occupy();
    for (int i = 0; i < 10; i++) {
      var name = "shop " + i;
      pool.submit("shop", "job " + i % 2, renderer -> finish(name, last));
    }
    for (var name : List.of("bank 0", "bank 1", "bank 2")) {
      pool.submit("bank", "job of the bank", renderer -> finish(name, last));
    }

    release.countDown();

    assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(done)
        .startsWith("bank 0", "shop 0", "bank 1", "shop 1", "bank 2", "shop 2", "shop 3");
  }

  @Test
  void what_takes_too_long_begins_anew_where_it_keeps_nobody_waiting() throws Exception {
    var second = new CountDownLatch(1);
    var other = new CountDownLatch(1);
    var quick = Renderers.BUDGET.quick();
    var aSecond = new RenderLimits(
        quick.heap(),
        quick.buffers(),
        quick.disk(),
        quick.patience(),
        quick.most(),
        Duration.ofSeconds(1),
        false);
    try (var impatient =
        new RenderPool(1, new RenderBudget(aSecond, Renderers.BUDGET.thorough()))) {
      impatient.submit(
          "shop", "job", renderer -> renderer.limits().last() ? finish("shop", second) : block());
      begun.await();
      impatient.submit("bank", "job of the bank", renderer -> finish("bank", other));

      assertThat(other.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(done).contains("shop", "bank");
  }

  @Test
  void what_needs_more_begins_anew_with_more() throws Exception {
    var second = new CountDownLatch(1);
    pool.submit("shop", "job", renderer -> {
      if (!renderer.limits().last()) {
        throw new QuickLimitException("on purpose");
      }
      return finish("with more", second);
    });

    assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(done).containsExactly("with more");
  }

  @Test
  void when_too_much_that_can_wait_needs_more_what_comes_next_is_refused_and_jobs_are_not()
      throws Exception {
    var last = new CountDownLatch(7);
    for (var name : List.of("page 0", "page 1", "page 2", "page 3", "page 4", "page 5")) {
      var tried = new CountDownLatch(1);
      assertThat(pool.submitLater(
              renderer -> needsMore(renderer, name, tried, last), finish("refused " + name, last)))
          .isTrue();
      assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
    }
    await().until(() -> done.containsAll(List.of("refused page 4", "refused page 5")));
    pool.submit("shop", "job", renderer -> needsMore(renderer, "job", new CountDownLatch(1), last));
    release.countDown();

    assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(done)
        .containsExactlyInAnyOrder(
            "page 0", "page 1", "page 2", "page 3", "refused page 4", "refused page 5", "job");
  }

  private Runnable needsMore(
      Renderer renderer, String name, CountDownLatch tried, CountDownLatch last)
      throws QuickLimitException {
    if (!renderer.limits().last()) {
      tried.countDown();
      throw new QuickLimitException("on purpose");
    }
    block();
    return finish(name, last);
  }

  @Test
  void what_is_called_off_ends_whether_it_waits_or_runs() throws Exception {
    var next = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    pool.submit("shop", "deleted", renderer -> {
      block();
      interrupted.countDown();
      return finish("under way", next);
    });
    begun.await();
    pool.submit("shop", "deleted", renderer -> finish("waiting", next));
    pool.submit("shop", "other", renderer -> finish("other", next));

    var start = System.nanoTime();
    pool.cancel("deleted");

    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(next.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("well before its time was up")
        .isLessThan(Duration.ofSeconds(4));
    assertThat(done).containsExactly("other");
  }

  @Test
  void what_fails_ends_nothing_but_itself() throws Exception {
    var last = new CountDownLatch(2);
    pool.submitLater(
        renderer -> {
          throw new IllegalStateException("on purpose");
        },
        NOTHING);
    pool.submit("shop", "job", renderer -> () -> {
      throw new IllegalStateException("on purpose");
    });
    pool.submitLater(renderer -> finish("page", last), NOTHING);
    pool.submit("shop", "job", renderer -> finish("job", last));

    assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
    pool.close();
    assertThat(pool.submitLater(renderer -> NOTHING, NOTHING)).isFalse();
    assertThat(pool.submit("shop", "job", renderer -> () -> {})).isFalse();
  }

  private void occupy() throws InterruptedException {
    pool.submit("shop", "first", renderer -> block());
    begun.await();
  }

  private Runnable block() {
    begun.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return () -> {};
  }

  private Runnable finish(String name, CountDownLatch last) {
    return () -> {
      done.add(name);
      last.countDown();
    };
  }
}
