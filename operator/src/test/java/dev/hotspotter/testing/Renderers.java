package dev.hotspotter.testing;

import dev.hotspotter.render.process.RenderBudget;
import dev.hotspotter.render.process.RenderLimits;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.render.process.Renderer;
import java.time.Duration;

/** Renderers for tests of other things, with at least the chart's default limits. */
public final class Renderers {

  private static final long MIB = 1 << 20;

  public static final RenderBudget BUDGET =
      RenderBudget.of(1, 768 * MIB, 768 * MIB * 30 / 100, 4096 * MIB);

  private Renderers() {}

  public static Renderer renderer() {
    return new Renderer(BUDGET.thorough());
  }

  /** A renderer with this heap, in bytes, and this CPU time. */
  public static Renderer renderer(long heap, Duration cpu) {
    return new Renderer(
        new RenderLimits(heap, 64 * MIB, 1024 * MIB, cpu, cpu, Duration.ofHours(1), true));
  }

  /** A renderer whose work may use this many bytes of the disk. */
  public static Renderer withDisk(long bytes) {
    return new Renderer(new RenderLimits(
        256 * MIB,
        64 * MIB,
        bytes,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofHours(1),
        true));
  }

  public static RenderPool pool() {
    return new RenderPool(1, BUDGET);
  }
}
