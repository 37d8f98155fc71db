package dev.hotspotter.storage;

import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.PostPolicy;
import io.minio.errors.MinioException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;

/**
 * Permissions for one object: to upload it, by a signed form, which limits the size, if the store
 * supports forms, or otherwise by a URL; to read it, by a URL. They expire later by the largest
 * difference between the clocks.
 */
final class Uploads {

  private static final String PROBE = "hotspotter-probe";
  private static final Duration PROBE_VALIDITY = Duration.ofMinutes(1);

  /** A store may refuse a form that was signed longer ago, as versitygw does. */
  private static final Duration LONGEST_FORM = Duration.ofHours(1);

  private final Connection store;
  private final StoreSettings settings;
  private final AtomicReference<Boolean> takesForms = new AtomicReference<>();

  Uploads(Connection store, StoreSettings settings) {
    this.store = store;
    this.settings = settings;
    Optional.of(settings.uploadPolicy())
        .filter(p -> p != UploadPolicy.AUTO)
        .ifPresent(p -> takesForms.set(p == UploadPolicy.POST));
  }

  /** Expects keys with the prefix. */
  Upload of(String key, Duration validity, long mostBytes)
      throws MinioException, IOException, StoreException {
    store.credentials().extend(validity);
    if (takesForms.get() == null) {
      probe().ifPresent(takesForms::set);
    }
    return Boolean.TRUE.equals(takesForms.get()) && lastsAsForm(validity)
        ? form(key, validity, mostBytes)
        : new Upload(url(Http.Method.PUT, key, validity), Map.of());
  }

  private boolean lastsAsForm(Duration validity) {
    return settings.uploadPolicy() == UploadPolicy.POST
        || validity.plus(ClockSkew.MOST).compareTo(LONGEST_FORM) <= 0;
  }

  /** A URL that reads the object until it expires. */
  String read(String key, Duration validity) throws MinioException, StoreException {
    store.credentials().extend(validity);
    return url(Http.Method.GET, key, validity);
  }

  private String url(Http.Method method, String key, Duration validity) throws MinioException {
    return store
        .quick()
        .getPresignedObjectUrl(GetPresignedObjectUrlArgs.builder()
            .method(method)
            .bucket(settings.bucket())
            .object(key)
            .expiry((int) validity.plus(ClockSkew.MOST).toSeconds())
            .build());
  }

  private Upload form(String key, Duration validity, long mostBytes) throws MinioException {
    var policy = new PostPolicy(
        settings.bucket(), ZonedDateTime.now(ZoneOffset.UTC).plus(validity).plus(ClockSkew.MOST));
    policy.addEqualsCondition("key", key);
    policy.addContentLengthRangeCondition(1, mostBytes);
    var fields = new HashMap<>(store.quick().getPresignedPostFormData(policy));
    fields.put("key", key);
    return new Upload(folder(), fields);
  }

  /** The bucket's URL from the client: some stores have the bucket in the host's name. */
  private String folder() throws MinioException {
    var url = url(Http.Method.PUT, PROBE, PROBE_VALIDITY);
    return url.substring(0, url.indexOf(PROBE + "?"));
  }

  /**
   * Posts two bytes where one is allowed. A store with forms refuses that with its own error, and
   * stores nothing. Empty if it refused for another, perhaps temporary, reason.
   */
  private Optional<Boolean> probe() throws MinioException, IOException {
    var form = form(settings.prefix() + PROBE, PROBE_VALIDITY, 1);
    var body = new MultipartBody.Builder().setType(MultipartBody.FORM);
    form.form().forEach(body::addFormDataPart);
    body.addFormDataPart("file", PROBE, RequestBody.create(new byte[2], null));
    try (var answer = store
        .http()
        .newCall(new Request.Builder().url(form.url()).post(body.build()).build())
        .execute()) {
      if (answer.code() / 100 == 5 && answer.code() != HttpURLConnection.HTTP_NOT_IMPLEMENTED) {
        throw new IOException(
            "the store answered %d to a test of upload forms".formatted(answer.code()));
      }
      if (answer.code() == HttpURLConnection.HTTP_FORBIDDEN
          || answer.code() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty();
      }
      return Optional.of(answer.body().string().contains("EntityTooLarge"));
    }
  }
}
