package dev.hotspotter.web.jobs;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** What tells a browser that it has a file already. */
public final class ETags {

  private ETags() {}

  static boolean isStrong(String etag) {
    return !etag.startsWith("W/");
  }

  /** Of this content, which may be compressed on its way and is then not the same bytes for everyone. */
  public static String weak(byte[] content) {
    try {
      return "W/\"%s\"".formatted(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Answers with the tag, and with 304 and true if the one who asks has just that. */
  public static boolean isKnown(Context ctx, String etag) {
    ctx.header("ETag", etag);
    var known = ctx.header("If-None-Match");
    if (known == null || Arrays.stream(known.split(",")).map(String::strip).noneMatch(one -> one.equals("*") || same(one, etag))) {
      return false;
    }
    ctx.status(HttpStatus.NOT_MODIFIED);
    return true;
  }

  private static boolean same(String one, String other) {
    return withoutWeakness(one).equals(withoutWeakness(other));
  }

  private static String withoutWeakness(String etag) {
    return isStrong(etag) ? etag : etag.substring(2);
  }
}
