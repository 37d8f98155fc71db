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
import java.util.function.BooleanSupplier;

/** Asks the cluster once for what a page and its frames need; keeps no token, only its hash. */
public final class CachedReviews implements Reviews {

  /** So long someone still sees what they may no longer see. */
  static final Duration YES = Duration.ofSeconds(30);

  /** So long someone waits for a right that they have just been given. */
  static final Duration NO = Duration.ofSeconds(5);

  private static final int MOST = 10_000;

  /** What was asked about whom. */
  private record Question(Viewer viewer, boolean recordings, Optional<String> namespace) {}

  /** A token that was good is asked about before strangers' for so long. */
  private static final Duration REMEMBERED = Duration.ofHours(1);

  private final Reviews cluster;
  private final ReviewBudget budget = new ReviewBudget();
  private final Cache<String, Boolean> wereGood;
  private final Cache<String, Optional<Viewer>> viewers;
  private final Cache<Question, Boolean> rights;

  public CachedReviews(Reviews cluster, Ticker ticker) {
    this.cluster = cluster;
    wereGood = Caffeine.newBuilder().maximumSize(MOST).ticker(ticker).expireAfterWrite(REMEMBERED).build();
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
    return viewer(token, "");
  }

  /** As above, asked by someone at this address. */
  Optional<Viewer> viewer(String token, String address) {
    var hash = sha256(token);
    var known = viewers.getIfPresent(hash);
    if (known != null) {
      return known;
    }
    var viewer = budget.aboutToken(address, wereGood.getIfPresent(hash) != null, () -> cluster.viewer(token));
    viewers.put(hash, viewer);
    if (viewer.isPresent()) {
      wereGood.put(hash, true);
    } else {
      wereGood.invalidate(hash);
    }
    return viewer;
  }

  @Override
  public boolean mayRead(Viewer viewer, Optional<String> namespace) {
    return answer(new Question(viewer, false, namespace), () -> cluster.mayRead(viewer, namespace));
  }

  @Override
  public boolean mayDownload(Viewer viewer, String namespace) {
    return answer(new Question(viewer, true, Optional.of(namespace)), () -> cluster.mayDownload(viewer, namespace));
  }

  private boolean answer(Question question, BooleanSupplier ask) {
    var known = rights.getIfPresent(question);
    if (known != null) {
      return known;
    }
    var allowed = budget.aboutRights(question.viewer().name(), ask::getAsBoolean);
    rights.put(question, allowed);
    return allowed;
  }

  /** Whoever changes something is asked about each time. */
  @Override
  public boolean mayCreate(Viewer viewer, String namespace) {
    return budget.aboutRights(viewer.name(), () -> cluster.mayCreate(viewer, namespace));
  }

  private static String sha256(String token) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
