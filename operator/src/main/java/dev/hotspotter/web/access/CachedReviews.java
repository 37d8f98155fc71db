package dev.hotspotter.web.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Caches the cluster's answers for a page and its frames. It keeps a token's hash, never the token.
 */
public final class CachedReviews {

  /** The longest time for which a lost right still works. */
  static final Duration YES = Duration.ofSeconds(30);

  /** The longest wait for a new right. */
  static final Duration NO = Duration.ofSeconds(5);

  /** The time for which a token stays known after a valid answer; known tokens have their own budget. */
  private static final Duration REMEMBERED = Duration.ofHours(1);

  private static final int MOST = 10_000;

  /** A right, and its holder. */
  private record Question(Viewer viewer, Right right) {}

  private final Reviews cluster;
  private final ReviewBudget budget = new ReviewBudget();
  private final Cache<String, Boolean> wereGood;
  private final Cache<String, Optional<Viewer>> viewers;
  private final Cache<Question, Boolean> rights;

  public CachedReviews(Reviews cluster, Ticker ticker) {
    this.cluster = cluster;
    wereGood = Caffeine.newBuilder()
        .maximumSize(MOST)
        .ticker(ticker)
        .expireAfterWrite(REMEMBERED)
        .build();
    viewers = Caffeine.newBuilder()
        .maximumSize(MOST)
        .ticker(ticker)
        .expireAfter(Expiry.<String, Optional<Viewer>>writing(
            (token, viewer) -> viewer.isPresent() ? YES : NO))
        .build();
    rights = Caffeine.newBuilder()
        .maximumSize(MOST)
        .ticker(ticker)
        .expireAfter(Expiry.<Question, Boolean>writing((question, allowed) -> allowed ? YES : NO))
        .build();
  }

  /**
   * The owner of a token from this address. Two simultaneous requests may both ask: otherwise
   * strangers would wait for each other.
   */
  Optional<Viewer> viewer(String token, String address) {
    var hash = sha256(token);
    var known = viewers.getIfPresent(hash);
    if (known != null) {
      return known;
    }
    var viewer = budget.aboutToken(
        address, wereGood.getIfPresent(hash) != null, () -> cluster.viewer(token));
    viewers.put(hash, viewer);
    if (viewer.isPresent()) {
      wereGood.put(hash, true);
    } else {
      wereGood.invalidate(hash);
    }
    return viewer;
  }

  /** The answer about a right to create is not cached. */
  boolean has(Viewer viewer, Right right) {
    var question = new Question(viewer, right);
    var known = rights.getIfPresent(question);
    if (known != null) {
      return known;
    }
    var allowed = budget.aboutRights(viewer.name(), () -> cluster.has(viewer, right));
    if (!right.isToCreate()) {
      rights.put(question, allowed);
    }
    return allowed;
  }

  private static String sha256(String token) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
