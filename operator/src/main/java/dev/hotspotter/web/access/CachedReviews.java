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

/** Asks the cluster once for what a page and its frames need. Keeps the hash of a token, never the token. */
public final class CachedReviews {

  /** Someone who has lost a right may still use it for this long. */
  static final Duration YES = Duration.ofSeconds(30);

  /** Someone who has just got a right waits for it no longer than this. */
  static final Duration NO = Duration.ofSeconds(5);

  /** A token that was good is asked about before strangers' for this long. */
  private static final Duration REMEMBERED = Duration.ofHours(1);

  private static final int MOST = 10_000;

  /** A right, and who may have it. */
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
   * Whose token it is, asked for someone at this address. Two requests at once may both ask: otherwise strangers would
   * wait for strangers.
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

  /** The answer about a right to create something is not kept. */
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
