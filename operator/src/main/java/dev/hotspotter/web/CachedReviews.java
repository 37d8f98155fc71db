package dev.hotspotter.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.hotspotter.plan.Viewer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/** Asks the cluster once for what a page and its frames need; keeps no token, only its hash. */
public final class CachedReviews implements Reviews {

  /** So long someone still sees what they may no longer see. */
  static final Duration YES = Duration.ofSeconds(30);

  /** So long someone waits for a right that they have just been given. */
  static final Duration NO = Duration.ofSeconds(5);

  private static final int MOST = 10_000;

  /** What was asked about whom. */
  private record Question(Viewer viewer, Optional<String> namespace) {}

  private final Reviews cluster;
  private final Cache<String, Optional<Viewer>> viewers;
  private final Cache<Question, Boolean> rights;

  public CachedReviews(Reviews cluster, Ticker ticker) {
    this.cluster = cluster;
    viewers = Caffeine.newBuilder().maximumSize(MOST).ticker(ticker)
        .expireAfter(Expiry.<String, Optional<Viewer>>writing((token, viewer) -> viewer.isPresent() ? YES : NO))
        .build();
    rights = Caffeine.newBuilder().maximumSize(MOST).ticker(ticker)
        .expireAfter(Expiry.<Question, Boolean>writing((question, allowed) -> allowed ? YES : NO))
        .build();
  }

  /** Two requests at once may both ask; to let one wait for the other would let strangers wait for strangers. */
  @Override
  public Optional<Viewer> viewer(String token) {
    var hash = sha256(token);
    var known = viewers.getIfPresent(hash);
    if (known != null) {
      return known;
    }
    var viewer = cluster.viewer(token);
    viewers.put(hash, viewer);
    return viewer;
  }

  @Override
  public boolean mayRead(Viewer viewer, Optional<String> namespace) {
    var question = new Question(viewer, namespace);
    var known = rights.getIfPresent(question);
    if (known != null) {
      return known;
    }
    var allowed = cluster.mayRead(viewer, namespace);
    rights.put(question, allowed);
    return allowed;
  }

  /** Whoever changes something is asked about each time. */
  @Override
  public boolean mayCreate(Viewer viewer, String namespace) {
    return cluster.mayCreate(viewer, namespace);
  }

  private static String sha256(String token) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
