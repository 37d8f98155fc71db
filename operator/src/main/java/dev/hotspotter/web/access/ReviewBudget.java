package dev.hotspotter.web.access;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the reviews that go to the API server. Strangers share a small part. A flood of invented
 * tokens blocks neither known tokens nor the operator's own requests.
 */
final class ReviewBudget {

  /** New tokens per second: of all addresses, and of one. */
  static final int STRANGERS = 20;

  static final int STRANGERS_OF_ONE_ADDRESS = 5;

  /** Known tokens and rights, per second. */
  static final int KNOWN = 50;

  /** A list of jobs checks all its namespaces at once. */
  private static final int RIGHTS_AT_ONCE = 3 * Gate.MOST_ASKED;

  private static final int QUESTIONS_AT_ONCE = 8;
  private static final int MOST_CLIENTS = 10_000;

  private final Bucket strangers = bucket(STRANGERS, STRANGERS);
  private final Bucket known = bucket(KNOWN, KNOWN);
  private final LoadingCache<String, Bucket> addresses =
      buckets(2 * STRANGERS_OF_ONE_ADDRESS, STRANGERS_OF_ONE_ADDRESS);
  private final LoadingCache<String, Bucket> viewers = buckets(RIGHTS_AT_ONCE, KNOWN);
  private final Semaphore turns = new Semaphore(QUESTIONS_AT_ONCE, true);

  /** Reviews a token from this address. */
  <T> T aboutToken(String address, boolean wasGood, Supplier<T> question) {
    take(wasGood ? known : addresses.get(address));
    if (!wasGood) {
      take(strangers);
    }
    return ask(question);
  }

  /** Reviews a right of a viewer. */
  <T> T aboutRights(String name, Supplier<T> question) {
    take(viewers.get(name));
    return ask(question);
  }

  private <T> T ask(Supplier<T> question) {
    turns.acquireUninterruptibly();
    try {
      return question.get();
    } finally {
      turns.release();
    }
  }

  private static void take(Bucket bucket) {
    if (!bucket.tryConsume(1)) {
      throw new HttpResponseException(
          HttpStatus.TOO_MANY_REQUESTS.getCode(),
          "too many questions about who may see the pages; try again in a second");
    }
  }

  private static LoadingCache<String, Bucket> buckets(int most, int eachSecond) {
    return Caffeine.newBuilder()
        .maximumSize(MOST_CLIENTS)
        .expireAfterAccess(Duration.ofMinutes(10))
        .build(key -> bucket(most, eachSecond));
  }

  private static Bucket bucket(int most, int eachSecond) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(most).refillGreedy(eachSecond, Duration.ofSeconds(1)))
        .build();
  }
}
