package dev.hotspotter.storage;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The store's clock, as the Date of its last answer shows it. Operator and sidecars compare their
 * own clocks with it, and so with each other's.
 */
final class StoreClock implements Interceptor {

  /** The header has whole seconds, and answers take time. */
  private static final Duration ACCURACY = Duration.ofSeconds(3);

  private final InstantSource clock;
  private volatile Optional<Duration> ahead = Optional.empty();

  StoreClock(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    var response = chain.proceed(chain.request());
    var date = response.headers().getDate("Date");
    if (date != null && isOfTheStoreNow(response)) {
      var difference = Duration.between(clock.instant(), date.toInstant());
      ahead = Optional.of(difference.abs().compareTo(ACCURACY) < 0 ? Duration.ZERO : difference);
    }
    return response;
  }

  /** False for the error of a proxy, and for what a cache had. */
  private static boolean isOfTheStoreNow(Response response) {
    return response.code() < HttpURLConnection.HTTP_INTERNAL_ERROR
        && response.header("Age") == null;
  }

  /** How far it is ahead of the operator's clock, zero if both agree; empty until the store answers. */
  Optional<Duration> ahead() {
    return ahead;
  }
}
