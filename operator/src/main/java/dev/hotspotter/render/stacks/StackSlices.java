package dev.hotspotter.render.stacks;

import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.DesignEffect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/** The samples of a recording by time slice and by blamed frame, for {@link DesignEffect}. */
public final class StackSlices {

  private static final String WALL_INTERVAL = "wall";
  private static final String INTERVAL = "interval";

  private final ApplicationCode code;
  private final Map<Integer, double[]> chunk = new HashMap<>();
  private final List<Map<String, Double>> slices = new ArrayList<>();

  public StackSlices(ApplicationCode code) {
    this.code = code;
  }

  /**
   * Adds a sample. The profiler records the samples of a waiting thread once, at the start of the
   * wait.
   */
  void add(Event sample, JfrReader jfr) {
    var counts =
        chunk.computeIfAbsent(sample.stackTraceId, stack -> new double[DesignEffect.SLICES]);
    var slice = jfr.chunkDurationNanos() / jfr.nanosPerTick / DesignEffect.SLICES;
    var first = (sample.time - jfr.chunkStartTicks) / slice;
    var width =
        sample.samples() <= 1 ? 0 : sample.samples() * wallInterval(jfr) / jfr.nanosPerTick / slice;
    var parts = 1 + (int) Math.clamp(width, 0, DesignEffect.SLICES);
    for (var i = 0; i < parts; i++) {
      counts[(int) Math.clamp(first + width * i / parts, 0, DesignEffect.SLICES - 1)] +=
          (double) sample.samples() / parts;
    }
  }

  private static double wallInterval(JfrReader jfr) {
    var wall = number(jfr.settings.get(WALL_INTERVAL));
    return wall > 0 ? wall : number(jfr.settings.get(INTERVAL));
  }

  private static double number(String setting) {
    try {
      return setting == null ? 0 : Double.parseDouble(setting);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Adds up a chunk. Call it while the chunk's names are available. */
  void endChunk(JfrReader jfr) {
    var names = new ChunkNames(jfr, code);
    var first = slices.size();
    for (var i = 0; i < DesignEffect.SLICES; i++) {
      slices.add(new HashMap<>());
    }
    chunk.forEach((stack, counts) -> names
        .spot(stack)
        .filter(spot -> !ProfilerFrames.isOwn(spot.frame()))
        .ifPresent(spot -> {
          for (var i = 0; i < DesignEffect.SLICES; i++) {
            if (counts[i] > 0) {
              slices.get(first + i).merge(spot.frame(), counts[i], Double::sum);
            }
          }
        }));
    chunk.clear();
  }

  public double samplesPerObservation() {
    return DesignEffect.samplesPerObservation(slices);
  }
}
