package dev.hotspotter.report.answers;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Durations in nanoseconds, in a histogram. Percentiles are right to a thousandth; minimum, maximum
 * and sum are exact.
 */
public final class Latencies {

  private static final int DIGITS = 3;

  /** A longer maximum would need a larger histogram, and no recording lasts so long. */
  private static final long LONGEST = Duration.ofDays(1).toNanos();

  private final Histogram histogram;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;

  public Latencies() {
    this(new Histogram(DIGITS));
  }

  private Latencies(Histogram histogram) {
    this.histogram = histogram;
  }

  public void add(long nanos) {
    var duration = Math.clamp(nanos, 0, LONGEST);
    histogram.recordValue(duration);
    total += duration;
    min = Math.min(min, duration);
    max = Math.max(max, duration);
  }

  /** The sum of both, as a new object. */
  static Latencies sum(TracedCalls.Method a, TracedCalls.Method b) {
    var sum = new Latencies(decoded(a));
    sum.histogram.setAutoResize(true);
    sum.histogram.add(decoded(b));
    sum.total = a.totalNanos() + b.totalNanos();
    sum.min = Math.min(a.minNanos(), b.minNanos());
    sum.max = Math.max(a.maxNanos(), b.maxNanos());
    return sum;
  }

  /** Requires at least one added duration. */
  public TracedCalls.Method of(String method) {
    var calls = histogram.getTotalCount();
    return new TracedCalls.Method(
        method,
        calls,
        total,
        min,
        total / calls,
        percentile(50),
        percentile(90),
        percentile(99),
        max,
        encoded());
  }

  /** The histogram returns the end of a bucket, which may exceed the longest duration. */
  private long percentile(double percent) {
    return Math.clamp(histogram.getValueAtPercentile(percent), min, max);
  }

  private String encoded() {
    var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    var length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  private static Histogram decoded(TracedCalls.Method method) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(method.histogram())), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(
          "the latencies of %s are no histogram".formatted(method.method()), e);
    }
  }
}
