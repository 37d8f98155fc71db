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
 * Makes each comparison once for all viewers, and caches it. It caches failures too, so that nobody
 * can repeat them endlessly.
 */
public final class CachedComparisons {

  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final long MOST_BYTES = 24 << 20;
  private static final String RETRY_SECONDS = "5";

  /** The approximate size of a table of frames, in bytes. */
  private static final int TABLES = 16 << 10;

  private final Comparisons comparisons;
  private final Duration patience;
  private final AsyncCache<Asked, Compared> known = Caffeine.newBuilder()
      .maximumWeight(MOST_BYTES)
      .weigher(CachedComparisons::bytes)
      .expireAfterWrite(KEPT)
      .buildAsync();

  /** The longest wait of a request; a later request gets the finished comparison. */
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
      throw later(ctx, "the operator still compares the two after running jobs");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the operator is stopping");
    }
  }

  private static ServiceUnavailableResponse others(Context ctx) {
    return later(ctx, "the operator makes other comparisons first");
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
