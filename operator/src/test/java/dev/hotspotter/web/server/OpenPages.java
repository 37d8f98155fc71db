package dev.hotspotter.web.server;

import dev.hotspotter.api.ProfileJob;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The pages as someone sees them who may port-forward; the test says which jobs and files there are. */
public final class OpenPages implements BeforeEachCallback, AfterEachCallback {

  public final List<ProfileJob> jobs = new ArrayList<>();
  public final MemoryArtifacts artifacts = new MemoryArtifacts();
  private final HttpClient http = HttpClient.newHttpClient();
  private WebServer server;

  @Override
  public void beforeEach(ExtensionContext context) {
    server = TestServer.open(jobs, artifacts);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.close();
    http.close();
  }

  int port() {
    return server.port();
  }

  /** Headers are names and values, in turn. */
  public HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(path, headers));
  }

  HttpRequest.Builder request(String path, String... headers) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
