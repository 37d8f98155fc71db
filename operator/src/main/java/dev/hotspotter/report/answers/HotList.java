package dev.hotspotter.report.answers;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.Hottest;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The hottest frames of one event.
 *
 * @param samples all samples of the event, in its own unit (samples; bytes for alloc, live and
 *     nativemem; nanoseconds for lock, nativelock and trace)
 * @param self frames by their share of samples as the innermost frame; for alloc, live and lock
 *     these are the classes of the objects
 * @param application application frames by their share of samples as the innermost application
 *     frame, which includes the time of the libraries that it calls
 * @param profiler samples of the recording's own work, by the profiler's function; no other number
 *     includes them
 */
public record HotList(
    long samples,
    List<HotFrame> self,
    List<HotFrame> application,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> profiler) {

  public HotList {
    self = Objects.requireNonNullElse(self, List.of());
    application = Objects.requireNonNullElse(application, List.of());
    profiler = Objects.requireNonNullElse(profiler, Map.of());
  }

  /** A list without samples of the profiler. */
  public HotList(long samples, List<HotFrame> self, List<HotFrame> application) {
    this(samples, self, application, Map.of());
  }

  /**
   * One frame with its samples and their share of all, 0 to 100.
   *
   * @param path the end of the most frequent stack to this frame, outermost frame first; the frame
   *     itself is last
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record HotFrame(String frame, long samples, double percent, List<String> path) {

    private static final int LONGEST = 1_000;

    /** The frame without its package, and its share. */
    public Hottest headline() {
      var name = shortName(frame);
      return Hottest.of(
          name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "…", percent);
    }
  }

  /** The frame without its package. */
  public static String shortName(String frame) {
    var method = frame.lastIndexOf('.');
    var type = method < 0 ? -1 : frame.lastIndexOf('.', method - 1);
    return frame.substring(type + 1);
  }
}
