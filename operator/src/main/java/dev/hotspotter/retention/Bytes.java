package dev.hotspotter.retention;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Locale;

/** Sizes as people write and read them. */
public final class Bytes {

  private static final String[] UNITS = {"Ki", "Mi", "Gi", "Ti"};

  private Bytes() {}

  /**
   * A quantity as Kubernetes writes it.
   *
   * @throws IllegalArgumentException if the text is no quantity, is not positive, or exceeds a long
   */
  public static long parse(String quantity) {
    try {
      var bytes = Quantity.getAmountInBytes(new Quantity(quantity)).longValueExact();
      if (bytes > 0) {
        return bytes;
      }
    } catch (ArithmeticException e) {
      // falls through to the exception below
    }
    throw new IllegalArgumentException("not a quantity such as 5Gi: " + quantity);
  }

  /** Words for a size, for example 4.7Gi. */
  static String words(long bytes) {
    var unit = "";
    double amount = bytes;
    for (var i = 0; i < UNITS.length && amount >= 1024; i++) {
      amount /= 1024;
      unit = UNITS[i];
    }
    return unit.isEmpty()
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f%s", amount, unit).replace(".0", "");
  }
}
