package dev.hotspotter.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no browser sends: bad paths, encoded traversal, headers in parameters, too large ones. */
class HostileRequestsIT {

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  private final MemoryArtifacts artifacts = pages.artifacts;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /jobs/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n",
        "GET /jobs/%2e%2e/%2e%2e/x/ HTTP/1.1\r\nHost: localhost\r\n",
        "GET /jobs/shop/..%2f..%2fsecret/ HTTP/1.1\r\nHost: localhost\r\n",
        "GET /jobs/shop/%00/ HTTP/1.1\r\nHost: localhost\r\n",
        "GET /jobs/shop/%0d%0aSet-Cookie:%20a=b/ HTTP/1.1\r\nHost: localhost\r\n",
        "GET /?namespace=%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n",
        "GET /?namespace=Shop HTTP/1.1\r\nHost: localhost\r\n",
        "GET /?page=-1 HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?a=..%2f..%2fetc&b=shop/x HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?a=shop/x%2f..%2f..%2fbilling/y&b=shop/x HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?a=shop/x%0d%0aSet-Cookie:%20a=b&b=shop/x HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?a=shop/x&a=shop/y&b=shop/x HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?a=shop/x&b=shop/x&event=%3cscript%3e HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?b=shop/x&before=-7d HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?b=shop/x&before=7d%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare?b=shop/x&before=99999999d HTTP/1.1\r\nHost: localhost\r\n",
        "GET /pod?namespace=shop&pod=..%2fx HTTP/1.1\r\nHost: localhost\r\n",
        "GET /pod?namespace=shop HTTP/1.1\r\nHost: localhost\r\n",
        "GET /compare/graph?a=shop/x HTTP/1.1\r\nHost: localhost\r\n",
        "GET /profile?namespace=Shop%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n",
        "GET /profile?event=%00 HTTP/1.1\r\nHost: localhost\r\n",
        "GET /?from=yesterday HTTP/1.1\r\nHost: localhost\r\n",
        "GET /\u0001\u0002 HTTP/1.1\r\nHost: localhost\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b\r\n",
        "GET / HTTP/1.1\r\n",
        "NONSENSE\r\n",
      })
  void what_is_malformed_is_refused_and_sets_nothing(String request) throws Exception {
    var answer = raw(request + "Connection: close\r\n\r\n");

    assertThat(answer)
        .matches("(?s)HTTP/1\\.1 4\\d\\d .*")
        .doesNotContain("Set-Cookie: a", "\tat ", "Exception");
    assertThat(artifacts.asked).isEmpty();
  }

  @Test
  void an_oversized_query_is_refused() throws Exception {
    assertThat(pages.get("/?namespace=" + "a".repeat(5_000)).statusCode()).isEqualTo(400);
    assertThat(pages.get("/compare?b=shop/x&a=shop/" + "a".repeat(5_000)).statusCode())
        .isEqualTo(400);
    assertThat(pages.get("/profile?namespace=shop&pod=" + "a".repeat(5_000)).statusCode())
        .isEqualTo(400);
    assertThat(pages.get("/profile?namespace=shop" + "&label=a".repeat(101)).statusCode())
        .isEqualTo(400);
    assertThat(pages.get("/?namespace=" + "a".repeat(100_000)).statusCode()).isIn(414, 431);
    assertThat(pages.get("/", "X-Long", "a".repeat(100_000)).statusCode()).isEqualTo(431);
    assertThat(pages.get("/?" + "namespace=a&".repeat(51)).statusCode()).isEqualTo(400);
  }

  private String raw(String request) throws IOException {
    try (var socket = new Socket("127.0.0.1", pages.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
