package dev.hotspotter.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * The hottest frames of one event.
 *
 * @param samples all samples of the event, in its own unit (samples; bytes for alloc, live and
 *     nativemem; nanoseconds for lock, nativelock and trace)
 * @param self frames by the share of samples in which they are the innermost one; for alloc, live and lock the
 *     object's classes
 * @param application application frames by the share of samples in which they are the innermost application frame: what a
 *     library or the JDK does on their behalf counts for them
 */
public record HotList(long samples, List<HotFrame> self, List<HotFrame> application) {

  /**
   * One frame with its samples and their share of all, 0 to 100.
   *
   * @param path the end of the stack that most often leads to the frame, outermost frame first, the frame itself last
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record HotFrame(String frame, long samples, double percent, List<String> path) {

    /** The frame without its package, and its share: Message.uniqueId 31.4 %. */
    public String headline() {
      return String.format(Locale.ROOT, "%s %.1f %%", shortName(frame), percent);
    }
  }

  /** The frame without its package. */
  static String shortName(String frame) {
    var method = frame.lastIndexOf('.');
    var type = method < 0 ? -1 : frame.lastIndexOf('.', method - 1);
    return frame.substring(type + 1);
  }
}
