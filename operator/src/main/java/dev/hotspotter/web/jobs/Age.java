package dev.hotspotter.web.jobs;

import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.web.RequestParameters;
import java.time.Duration;
import java.util.regex.Pattern;

/** The age difference of two recordings, from an address. */
public record Age(int count, String unit) {

  private static final Pattern SHAPE = Pattern.compile("([1-9][0-9]{0,4})([mhdw])");

  public static Age of(String text) {
    var parts = SHAPE.matcher(text);
    if (!parts.matches()) {
      throw RequestParameters.mustBe(
          "before", "a number of minutes, hours, days or weeks, for example 30m, 12h, 7d or 2w");
    }
    return new Age(Integer.parseInt(parts.group(1)), parts.group(2));
  }

  public Duration duration() {
    return Durations.parse(count + unit);
  }

  /** The age in words, such as 7 days. */
  public String words() {
    var name = switch (unit) {
      case "m" -> "minute";
      case "h" -> "hour";
      case "d" -> "day";
      default -> "week";
    };
    return "%d %s%s".formatted(count, name, count == 1 ? "" : "s");
  }
}
