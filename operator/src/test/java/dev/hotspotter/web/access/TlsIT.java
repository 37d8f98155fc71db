package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.testing.LogLines;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.WebSettings.Certificates;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.TestServer;
import dev.hotspotter.web.server.WebServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages over HTTPS with certificates that openssl makes, as it does for a real proxy. */
class TlsIT {

  private static final Auth BY_CERTIFICATE =
      new Auth.Proxy("", true, "X-Secret", "X-User", "X-Groups", "", "");

  private static final long LARGER_THAN_ANY_ARRAY = 3L << 30;

  @TempDir
  static Path folder;

  private final Reviews everyone = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      return Optional.empty();
    }

    @Override
    public boolean has(Viewer viewer, Right right) {
      return right.equals(Right.toRead(Optional.ofNullable(right.namespace())));
    }
  };

  @BeforeAll
  static void make() throws Exception {
    for (var name : List.of("pages", "renewed", "proxy", "stranger")) {
      openssl(
          "req",
          "-x509",
          "-newkey",
          "rsa:2048",
          "-nodes",
          "-days",
          "2",
          "-subj",
          "/CN=localhost",
          "-addext",
          "subjectAltName=DNS:localhost,IP:127.0.0.1",
          "-keyout",
          file(name + ".key"),
          "-out",
          file(name + ".crt"));
    }
    openssl("rsa", "-in", file("pages.key"), "-traditional", "-out", file("pkcs1.key"));
  }

  @Test
  void the_proxy_is_known_by_its_certificate_alone() throws Exception {
    try (var server = server()) {
      assertThat(status(server, "proxy", "X-User", "alice")).isEqualTo(200);
      assertThat(status(server, "proxy")).as("without a user").isEqualTo(401);
      assertThat(status(server, null, "X-User", "alice"))
          .as("without a certificate")
          .isEqualTo(401);
      assertThatIOException()
          .as("with one that nobody signed")
          .isThrownBy(() -> status(server, "stranger", "X-User", "alice"));
    }
  }

  @Test
  void a_renewed_certificate_is_taken_without_a_restart() throws Exception {
    var settings = settings(copy("pages", "serving"), Path.of(file("serving.key")));
    try (var server = TestServer.with(settings, everyone, List.of(), new MemoryArtifacts())) {
      assertThat(shown(server)).isEqualTo(certificate("pages"));

      copy("renewed", "serving");

      await()
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(shown(server)).isEqualTo(certificate("renewed")));
      assertThat(status(server, "proxy", "X-User", "alice")).isEqualTo(200);
    }
  }

  @Test
  void an_error_does_not_end_the_watch_over_the_files() throws Exception {
    var settings = settings(copy("pages", "watched"), Path.of(file("watched.key")));
    try (var log = new LogLines(Tls.class.getName());
        var server = TestServer.with(settings, everyone, List.of(), new MemoryArtifacts())) {
      try (var key = new RandomAccessFile(file("watched.key"), "rw")) {
        key.setLength(LARGER_THAN_ANY_ARRAY);
      }
      await()
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(
              () -> assertThat(log.lines()).anyMatch(line -> line.contains("OutOfMemoryError")));

      copy("renewed", "watched");

      await()
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(shown(server)).isEqualTo(certificate("renewed")));
    }
  }

  @Test
  void a_key_that_cannot_be_read_is_refused_with_the_command_that_converts_it() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestServer.with(
            settings(Path.of(file("pages.crt")), Path.of(file("pkcs1.key"))),
            everyone,
            List.of(),
            new MemoryArtifacts()))
        .withMessageContaining("openssl pkcs8 -topk8");
  }

  private WebServer server() {
    return TestServer.with(
        settings(Path.of(file("pages.crt")), Path.of(file("pages.key"))),
        everyone,
        List.of(),
        new MemoryArtifacts());
  }

  private static WebSettings settings(Path certificate, Path key) {
    var certificates = new Certificates(certificate, key, Optional.of(Path.of(file("proxy.crt"))));
    return new WebSettings(
        "https://profiles.example", "127.0.0.1", 0, BY_CERTIFICATE, Optional.of(certificates));
  }

  /** The certificate last, as a Secret's files change at once. */
  private static Path copy(String from, String to) throws Exception {
    Files.copy(
        Path.of(file(from + ".key")),
        Path.of(file(to + ".key")),
        StandardCopyOption.REPLACE_EXISTING);
    return Files.copy(
        Path.of(file(from + ".crt")),
        Path.of(file(to + ".crt")),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static X509Certificate certificate(String name) throws Exception {
    return (X509Certificate)
        PemFiles.authorities(Path.of(file(name + ".crt"))).getCertificate("authority-0");
  }

  private static X509Certificate shown(WebServer server) throws Exception {
    try (var http = HttpClient.newBuilder().sslContext(context(null)).build()) {
      var answer = http.send(request(server), BodyHandlers.discarding());
      return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    }
  }

  private static int status(WebServer server, String certificate, String... headers)
      throws IOException {
    try (var http = HttpClient.newBuilder().sslContext(context(certificate)).build()) {
      return http.send(request(server, headers), BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpRequest request(WebServer server, String... headers) {
    var request = HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/"));
    return (headers.length == 0 ? request : request.headers(headers)).build();
  }

  /** The TLS context of a client that trusts both certificates of the pages and shows this one. */
  private static SSLContext context(String certificate) throws Exception {
    var trusted = PemFiles.authorities(Path.of(file("pages.crt")));
    trusted.setCertificateEntry("renewed", certificate("renewed"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(
        certificate == null
            ? null
            : PemFiles.identity(
                Path.of(file(certificate + ".crt")), Path.of(file(certificate + ".key"))),
        PemFiles.PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(
        certificate == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static void openssl(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    var log = folder.resolve("openssl.log").toFile();
    var process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log)
        .start();
    assertThat(process.waitFor())
        .as(() -> String.join(" ", command) + "\n" + log)
        .isZero();
  }
}
