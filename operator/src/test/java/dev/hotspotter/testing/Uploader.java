package dev.hotspotter.testing;

import io.fabric8.kubernetes.api.model.EnvVar;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** Uploads as a sidecar does, by what it was given. */
public final class Uploader {

  /** The store's answer. */
  public record Answer(int status, String body) {}

  private static final OkHttpClient HTTP = new OkHttpClient();

  private Uploader() {}

  /** Uploads by PUT, or by POST if there are fields. */
  public static Answer upload(String url, Map<String, String> form, byte[] content)
      throws IOException {
    var request = new Request.Builder().url(url);
    var body = RequestBody.create(content, null);
    try (var answer = HTTP.newCall(
            (form.isEmpty() ? request.put(body) : request.post(multipart(form, body))).build())
        .execute()) {
      return new Answer(answer.code(), answer.body().string());
    }
  }

  /** Uploads to the target in the variables HOTSPOTTER_name_URL and HOTSPOTTER_name_FORM. */
  static void upload(List<EnvVar> environment, String name, byte[] content) throws IOException {
    var variables =
        environment.stream().collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    var fields = Stream.of(
            variables.getOrDefault("HOTSPOTTER_" + name + "_FORM", "").split("&"))
        .filter(pair -> !pair.isEmpty())
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(
            pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    var answer = upload(variables.get("HOTSPOTTER_" + name + "_URL"), fields, content);
    if (answer.status() / 100 != 2) {
      throw new IllegalStateException("the store answered " + answer);
    }
  }

  /** Reads the object at the URL in the variable HOTSPOTTER_name_URL; empty if there is none. */
  static Optional<String> read(List<EnvVar> environment, String name) throws IOException {
    var url = environment.stream()
        .filter(variable -> variable.getName().equals("HOTSPOTTER_" + name + "_URL"))
        .findFirst()
        .orElseThrow()
        .getValue();
    try (var answer = HTTP.newCall(new Request.Builder().url(url).build()).execute()) {
      return answer.code() == 200 ? Optional.of(answer.body().string()) : Optional.empty();
    }
  }

  private static RequestBody multipart(Map<String, String> form, RequestBody file) {
    var body = new MultipartBody.Builder().setType(MultipartBody.FORM);
    form.forEach(body::addFormDataPart);
    return body.addFormDataPart("file", "recording", file).build();
  }
}
