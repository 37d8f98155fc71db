package dev.hotspotter.web.access;

import dev.hotspotter.web.RequestParameters;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.util.Locale;

/** Reads a form of our pages. Refuses other content types, and more bytes than a form can have. */
public final class FormBody {

  public static final int LARGEST = 16 << 10;

  private static final String TYPE = "application/x-www-form-urlencoded";

  private FormBody() {}

  public static RequestParameters read(Context ctx) {
    var type = ctx.contentType();
    if (type == null || !type.split(";")[0].strip().toLowerCase(Locale.ROOT).equals(TYPE)) {
      throw refused(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "send the form as " + TYPE);
    }
    if (ctx.req().getContentLengthLong() < 0) {
      throw refused(
          HttpStatus.LENGTH_REQUIRED, "send the length of the form in the header Content-Length");
    }
    if (ctx.req().getContentLengthLong() > LARGEST) {
      throw refused(HttpStatus.CONTENT_TOO_LARGE, "a form has at most %d bytes".formatted(LARGEST));
    }
    return new RequestParameters(ctx.formParamMap());
  }

  private static HttpResponseException refused(HttpStatus status, String words) {
    return new HttpResponseException(status.getCode(), words);
  }
}
