package dev.hotspotter.web.compare;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotspotter.web.compare.Comparisons.Asked;
import dev.hotspotter.web.compare.Comparisons.Compared;
import io.javalin.http.Context;
import io.javalin.http.ServiceUnavailableResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Makes the same comparison once for all who look at it, and keeps it for a while. A failure is kept as well; otherwise
 * someone could have it tried again and again.
 */
public final class CachedComparisons {

  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final long MOST_BYTES = 24 << 20;
  private static final String RETRY_SECONDS = "5";

  /** About the size of a table of frames, in bytes. */
  private static final int TABLES = 16 << 10;

  private final Comparisons comparisons;
  private final Duration patience;
  private final AsyncCache<Asked, Compared> known = Caffeine.newBuilder()
      .maximumWeight(MOST_BYTES)
      .weigher(CachedComparisons::bytes)
      .expireAfterWrite(KEPT)
      .buildAsync();

  /** A request waits this long at most; a later request gets the comparison when it is done. */
  public CachedComparisons(Comparisons comparisons, Duration patience) {
    this.comparisons = comparisons;
    this.patience = patience;
  }

  Compared get(Context ctx, Asked asked) throws IOException {
    try {
      return known
          .get(asked, (key, executor) -> comparisons.compare(key).orElseThrow(() -> others(ctx)))
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (CancellationException e) {
      throw others(ctx);
    } catch (TimeoutException e) {
      throw later(ctx, "the operator still compares the two, and running jobs go first");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the operator is stopping");
    }
  }

  private static ServiceUnavailableResponse others(Context ctx) {
    return later(ctx, "the operator makes other comparisons now, and running jobs go first");
  }

  private static ServiceUnavailableResponse later(Context ctx, String words) {
    ctx.header("Retry-After", RETRY_SECONDS);
    return new ServiceUnavailableResponse(words + "; load this page again in a few seconds");
  }

  private static int bytes(Asked asked, Compared compared) {
    var keys = Stream.concat(asked.before().keys().stream(), asked.now().keys().stream());
    return compared.flameGraph().length + keys.mapToInt(String::length).sum() + TABLES;
  }
}
