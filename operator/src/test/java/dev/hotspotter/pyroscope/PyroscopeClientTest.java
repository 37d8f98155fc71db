package dev.hotspotter.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other servers at the address of Pyroscope; PyroscopeIT tests the protocol with Pyroscope. */
class PyroscopeClientTest {

  @TempDir
  Path folder;

  @Test
  void whatever_listens_there_cannot_fill_a_status_or_write_more_than_a_line_of_it()
      throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(
          () -> answer(other, "SSH-2.0-\u001b[31m" + "x".repeat(100_000) + "\r\n\r\n"));

      var outcome = send("http://127.0.0.1:" + other.getLocalPort());

      assertThat(outcome).isInstanceOf(PushOutcome.Postponed.class);
      assertThat(outcome.message())
          .contains("does not answer (", "SSH-2.0-", "check that it runs, and sinks.pyroscope.url")
          .doesNotContain("\u001b")
          .hasSizeLessThan(600);
    }
  }

  @Test
  void what_an_answer_repeats_of_the_secret_is_not_told() throws Exception {
    try (var proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var body = "unknown token glc_s3cret, in Authorization: Bearer glc_s3cret";
      Thread.startVirtualThread(() -> answer(
          proxy,
          "HTTP/1.1 302 Found\r\nLocation: https://login.example/?token=glc_s3cret\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(body.length(), body)));

      assertThat(send("http://127.0.0.1:" + proxy.getLocalPort()).message())
          .contains("unknown token", "https://login.example/")
          .doesNotContain("s3cret");
    }
  }

  private PushOutcome send(String url) throws IOException {
    var settings = new PyroscopeSettings(
        url, Optional.empty(), Optional.of("Bearer glc_s3cret"), Duration.ofHours(1));
    var recording = Files.writeString(folder.resolve("recording.jfr"), "FLR");
    try (var client = new PyroscopeClient(settings, new SetClock(Jobs.START))) {
      return client.send(new PushRequest("notifier{pod=a}", 1, 2, 100), recording);
    }
  }

  private static void answer(ServerSocket server, String line) {
    try (var connection = server.accept()) {
      connection.getOutputStream().write(line.getBytes(StandardCharsets.ISO_8859_1));
      connection.getOutputStream().flush();
      connection.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // the client has seen enough
    }
  }
}
