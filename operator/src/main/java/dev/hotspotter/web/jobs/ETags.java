package dev.hotspotter.web.jobs;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/** Entity tags of content, for browser caches. */
public final class ETags {

  private ETags() {}

  static boolean isStrong(String etag) {
    return !etag.startsWith("W/");
  }

  /** The tag of content that may be compressed on its way, so its bytes may vary. */
  public static String weak(byte[] content) {
    try {
      return "W/\"%s\""
          .formatted(
              HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Sets the tag; answers 304 and returns true if the browser has this content. */
  public static boolean isKnown(Context ctx, String etag) {
    ctx.header("ETag", etag);
    var known = ctx.header("If-None-Match");
    var tags = Stream.of(known == null ? new String[0] : known.split(",")).map(String::strip);
    if (tags.noneMatch(tag -> tag.equals("*") || same(tag, etag))) {
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
