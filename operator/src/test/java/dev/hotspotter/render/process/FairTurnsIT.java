package dev.hotspotter.render.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Chunk;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.testing.Burner;
import dev.hotspotter.testing.Renderers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One render thread and two tenants: one sends the worst recordings, the other ordinary ones. */
class FairTurnsIT {

  private static final int WORST = 5;

  /**
   * The default limits, but with 5 s of CPU time for the worst recordings instead of 30, so that
   * the test ends.
   */
  private static final RenderLimits THOROUGH = Renderers.BUDGET.thorough();

  private static final RenderBudget BUDGET = new RenderBudget(
      Renderers.BUDGET.quick(),
      new RenderLimits(
          THOROUGH.heap(),
          THOROUGH.buffers(),
          THOROUGH.disk(),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          THOROUGH.wall(),
          true));

  @TempDir
  Path folder;

  private Path ordinary;
  private Path worst;

  @BeforeEach
  void record() throws Exception {
    ordinary = folder.resolve("ordinary.jfr");
    Burner.record(ordinary, Duration.ofSeconds(1));
    worst = Files.write(folder.resolve("worst.jfr"), endless());
  }

  @Test
  void an_ordinary_recording_waits_seconds_for_the_worst_of_another_tenant() throws Exception {
    try (var pool = new RenderPool(1, BUDGET)) {
      pool.warmUp();
      var alone = time(pool, "b", "before");
      var allOfA = new CountDownLatch(WORST);
      var start = System.nanoTime();
      for (int i = 0; i < WORST; i++) {
        var job = "job " + i % 2;
        pool.submit("a", job, renderer -> {
          var end = render(renderer, worst);
          return () -> {
            assertThat(end).contains("not finish within 5 s of CPU time");
            allOfA.countDown();
          };
        });
      }
      var beside = time(pool, "b", "beside");
      var again = time(pool, "b", "beside again");
      var doneOfA = WORST - allOfA.getCount();

      assertThat(allOfA.await(30, TimeUnit.MINUTES)).isTrue();
      var all = Duration.ofNanos(System.nanoTime() - start);
      System.out.printf(
          "tenant b: %.1f s alone, %.1f s and %.1f s beside tenant a,"
              + " whose %d worst recordings (%d of them done by then) took %.1f s%n",
          seconds(alone), seconds(beside), seconds(again), WORST, doneOfA, seconds(all));
      var patience = BUDGET.quick().wall().plus(alone.multipliedBy(4)).plusSeconds(5);
      assertThat(beside).isLessThan(patience);
      assertThat(again).isLessThan(patience);
      assertThat(all)
          .as("so that there was something to wait for")
          .isGreaterThan(beside.plus(again));
    }
  }

  private Duration time(RenderPool pool, String namespace, String job) throws InterruptedException {
    var done = new CountDownLatch(1);
    var start = System.nanoTime();
    pool.submit(namespace, job, renderer -> {
      var end = render(renderer, ordinary);
      return () -> {
        if (end.equals("rendered")) {
          done.countDown();
        }
      };
    });
    assertThat(done.await(10, TimeUnit.MINUTES)).isTrue();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private String render(Renderer renderer, Path jfr) throws QuickLimitException {
    try {
      var out = Files.createTempDirectory(folder, "out");
      var cpu = RecordingBuilder.builder()
          .duration("60s")
          .events(List.of(EventSpec.of(Event.CPU)))
          .kernelStacks(false)
          .build();
      var formats = List.of(Format.FLAMEGRAPH, Format.COLLAPSED);
      renderer.run(
          new RenderRecording(
              jfr, cpu, formats, new ApplicationCode(Set.of(), Set.of()), "pod/app", out),
          renderer.limits().disk());
      return "rendered";
    } catch (BadRecordingException | IOException e) {
      return e.getMessage();
    }
  }

  /** Constant pools that link to each other in a circle. */
  private static byte[] endless() {
    var chunk = new Chunk().metadata(0, 1);
    int first = chunk.position();
    chunk.constants(100);
    int second = chunk.position();
    return new Chunk()
        .metadata(0, 1)
        .constants(second - first)
        .constants(first - second)
        .build(first);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
