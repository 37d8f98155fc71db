package dev.hotspotter.web.access;

import dev.hotspotter.web.RequestParameters;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.util.Locale;

/** Reads what a form of ours sends, and nothing else: no other type of content, and no more than a form can hold. */
public final class FormBody {

  public static final int LARGEST = 16 << 10;

  private static final String TYPE = "application/x-www-form-urlencoded";

  private FormBody() {}

  public static RequestParameters read(Context ctx) {
    var type = ctx.contentType();
    if (type == null || !type.split(";")[0].strip().toLowerCase(Locale.ROOT).equals(TYPE)) {
      throw new HttpResponseException(HttpStatus.UNSUPPORTED_MEDIA_TYPE.getCode(), "send the form as " + TYPE);
    }
    if (ctx.req().getContentLengthLong() < 0) {
      throw new HttpResponseException(HttpStatus.LENGTH_REQUIRED.getCode(), "say how long the form is, in the header Content-Length");
    }
    if (ctx.req().getContentLengthLong() > LARGEST) {
      throw new HttpResponseException(HttpStatus.CONTENT_TOO_LARGE.getCode(), "a form has at most %d bytes".formatted(LARGEST));
    }
    return new RequestParameters(ctx.formParamMap());
  }
}
