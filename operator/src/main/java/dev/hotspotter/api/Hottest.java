package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import dev.hotspotter.api.spec.Patterns;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * A frame and its share of an event's samples.
 *
 * @param percent a decimal in text, because API conventions allow no floating-point numbers
 */
public record Hottest(
    @Size(max = FieldLimits.HEADLINE)
    @JsonPropertyDescription("The frame. Example: Message.uniqueId")
    String frame,

    @Size(max = 5)
    @Pattern(Patterns.PERCENT)
    @JsonPropertyDescription("Its percentage of the samples, 0.0 to 100.0. Example: \"31.4\"")
    String percent) {

  private static final java.util.regex.Pattern LINE =
      java.util.regex.Pattern.compile("(.*) ([0-9]{1,3}[.][0-9]) %");

  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public Hottest {}

  /** Jobs of earlier versions have both on one line. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Hottest of(String line) {
    var parts = LINE.matcher(line);
    return parts.matches() ? new Hottest(parts.group(1), parts.group(2)) : new Hottest(line, "0.0");
  }

  public static Hottest of(String frame, double percent) {
    return new Hottest(frame, String.format(Locale.ROOT, "%.1f", percent));
  }

  /** True if the operator can have written it. */
  boolean isSound() {
    return frame != null && percent != null && percent.matches(Patterns.PERCENT);
  }

  /** The share of samples, 0 to 1. */
  public double ratio() {
    return new BigDecimal(percent).movePointLeft(2).doubleValue();
  }

  /** Frame and percentage on one line, such as Message.uniqueId 31.4 %. */
  @Override
  public String toString() {
    return frame + " " + percent + " %";
  }
}
