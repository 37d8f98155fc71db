package dev.hotspotter.pyroscope;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends recordings to Pyroscope's POST /ingest, with time-outs of up to five minutes. */
public final class PyroscopeClient implements AutoCloseable {

  private static final MediaType JFR = MediaType.get("application/octet-stream");
  private static final int LONGEST_ANSWER = 4096;

  private final PyroscopeSettings settings;
  private final HttpUrl ingest;
  private final Clock clock;

  /** Pyroscope answers after conversion. A redirection would lose the body or show the secret. */
  private final OkHttpClient http = new OkHttpClient.Builder()
      .connectTimeout(Duration.ofSeconds(10))
      .writeTimeout(Duration.ofSeconds(30))
      .readTimeout(Duration.ofMinutes(2))
      .callTimeout(Duration.ofMinutes(5))
      .followRedirects(false)
      .build();

  public PyroscopeClient(PyroscopeSettings settings, Clock clock) {
    this.settings = settings;
    this.ingest =
        HttpUrl.get(settings.url()).newBuilder().addPathSegment("ingest").build();
    this.clock = clock;
  }

  /** Sends the bare file: of a compressed one, Pyroscope reads at most max_profile_size_bytes. */
  public PushOutcome send(PushRequest push, Path recording) {
    var request = new Request.Builder()
        .url(url(push))
        .post(RequestBody.create(recording.toFile(), JFR))
        .header("User-Agent", "hotspotter");
    settings.tenant().ifPresent(tenant -> request.header("X-Scope-OrgID", tenant));
    settings.authorization().ifPresent(value -> request.header("Authorization", value));
    try (var response = http.newCall(request.build()).execute()) {
      return answer(response).outcome(clock.instant());
    } catch (IOException e) {
      return PyroscopeAnswer.none(
          settings.url(),
          Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    }
  }

  private HttpUrl url(PushRequest push) {
    return ingest
        .newBuilder()
        .addQueryParameter("name", push.name())
        .addQueryParameter("from", Long.toString(push.from()))
        .addQueryParameter("until", Long.toString(push.until()))
        .addQueryParameter("sampleRate", Long.toString(push.sampleRate()))
        .addQueryParameter("spyName", "hotspotter")
        .addQueryParameter("format", "jfr")
        .build();
  }

  private PyroscopeAnswer answer(Response response) throws IOException {
    return new PyroscopeAnswer(
        response.code(),
        Optional.ofNullable(response.header("Retry-After")),
        Optional.ofNullable(response.header("Location")).map(this::withoutSecret),
        withoutSecret(response.peekBody(LONGEST_ANSWER).string()));
  }

  /** A server may quote the refused header, and everyone who may see the job sees its status. */
  private String withoutSecret(String words) {
    return settings
        .authorization()
        .map(value -> words.replace(value.substring(value.indexOf(' ') + 1), "[secret]"))
        .orElse(words);
  }

  /** Cancels the request under way. */
  @Override
  public void close() {
    http.dispatcher().cancelAll();
    http.connectionPool().evictAll();
  }
}
