package dev.hotspotter.web.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proofs that the viewer who got a form has sent it, and not another site through their browser.
 * Each start of the operator makes a new key.
 */
public final class FormTokens {

  static final Duration VALID = Duration.ofHours(1);

  private static final String ALGORITHM = "HmacSHA256";
  private static final Pattern TOKEN = Pattern.compile("([0-9]{1,12})\\.([A-Za-z0-9_-]{43})");

  private final SecretKeySpec key;
  private final Clock clock;

  public FormTokens(Clock clock) {
    this.clock = clock;
    var random = new byte[32];
    new SecureRandom().nextBytes(random);
    key = new SecretKeySpec(random, ALGORITHM);
  }

  public String issue(Viewer viewer) {
    var expiry = clock.instant().plus(VALID).getEpochSecond();
    return expiry + "." + proof(viewer, expiry);
  }

  public boolean accepts(Viewer viewer, String token) {
    var parts = TOKEN.matcher(token == null ? "" : token);
    if (!parts.matches()) {
      return false;
    }
    var expiry = Long.parseLong(parts.group(1));
    return same(parts.group(2), proof(viewer, expiry))
        && clock.instant().isBefore(Instant.ofEpochSecond(expiry));
  }

  /** Takes the same time for every wrong token. */
  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  private String proof(Viewer viewer, long expiry) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      var text = "%s\0%s\0%d".formatted(viewer.name(), viewer.uid(), expiry);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
