package dev.hotspotter.testing;

import com.sun.net.httpserver.HttpServer;
import io.minio.credentials.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers AssumeRoleWithWebIdentity like AWS STS, with credentials that a store has made for a
 * session.
 */
public final class TokenServer implements AutoCloseable {

  private final HttpServer server;
  private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();

  /** Gives these credentials for one token, and to all others it says no. */
  public TokenServer(String token, Supplier<Credentials> session) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      var request = Arrays.stream(exchange.getRequestURI().getRawQuery().split("&"))
          .map(pair -> pair.split("=", 2))
          .collect(Collectors.toMap(
              pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
      requests.add(request);
      var known = token.equals(request.get("WebIdentityToken"))
          && "AssumeRoleWithWebIdentity".equals(request.get("Action"));
      var answer = (known ? document(session.get()) : REFUSED).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(known ? 200 : 403, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    });
    server.start();
  }

  private static final String REFUSED =
      "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not authorized to perform"
          + " sts:AssumeRoleWithWebIdentity</Message></Error></ErrorResponse>";

  private static String document(Credentials session) {
    return """
        <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <AssumeRoleWithWebIdentityResult>
            <Credentials>
              <AccessKeyId>%s</AccessKeyId>
              <SecretAccessKey>%s</SecretAccessKey>
              <Expiration>%s</Expiration>
              <SessionToken>%s</SessionToken>
            </Credentials>
          </AssumeRoleWithWebIdentityResult>
        </AssumeRoleWithWebIdentityResponse>
        """.formatted(
            session.accessKey(),
            session.secretKey(),
            session.expiration().toInstant(),
            session.sessionToken());
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The parameters of each request so far. */
  public List<Map<String, String>> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
