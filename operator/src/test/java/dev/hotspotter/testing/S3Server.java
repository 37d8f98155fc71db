package dev.hotspotter.testing;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.storage.StoreSettings;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A real S3 server on loopback with an empty folder. */
public final class S3Server implements AutoCloseable {

  private static final String ACCESS_KEY = "tester";
  private static final String REGION = "local";
  private static final String SECRET_KEY = "tester-secret";

  /** The S3 servers to test with. */
  public enum Kind {
    VERSITYGW,
    MINIO
  }

  private final Kind kind;
  private final Path folder;
  private final int port;
  private final List<String> tls;
  private Process process;

  public S3Server(Kind kind, Path folder) throws IOException {
    this(kind, folder, List.of());
  }

  /** A versitygw that serves HTTPS with this certificate. */
  public static S3Server withCertificate(Path folder, Path certificate, Path key)
      throws IOException {
    return new S3Server(
        Kind.VERSITYGW, folder, List.of("--cert", certificate.toString(), "--key", key.toString()));
  }

  private S3Server(Kind kind, Path folder, List<String> tls) throws IOException {
    this.tls = tls;
    this.kind = kind;
    this.folder = folder;
    this.port = FreePort.find();
    Files.createDirectories(folder);
    start();
  }

  /** Again, after it was stopped: with the same address and content. */
  public void start() throws IOException {
    var log = new File(folder + ".log");
    var builder = new ProcessBuilder(command(kind, folder))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder
        .environment()
        .putAll(Map.of(
            "MINIO_ROOT_USER",
            ACCESS_KEY,
            "MINIO_ROOT_PASSWORD",
            SECRET_KEY,
            "MINIO_REGION",
            REGION));
    process = builder.start();
    await("the S3 server listens").atMost(Duration.ofMinutes(2)).until(this::listens);
  }

  public StoreSettings settings() {
    return new StoreSettings(
        (tls.isEmpty() ? "http" : "https") + "://127.0.0.1:" + port,
        REGION,
        "hotspotter",
        "",
        ACCESS_KEY,
        SECRET_KEY);
  }

  private List<String> command(Kind kind, Path folder) {
    var address = "127.0.0.1:" + port;
    return switch (kind) {
      case VERSITYGW ->
        Stream.of(
                List.of(
                    Tools.path("versitygw").toString(),
                    "--access",
                    ACCESS_KEY,
                    "--secret",
                    SECRET_KEY,
                    "--region",
                    REGION,
                    "--port",
                    address),
                tls,
                List.of("posix", folder.toString()))
            .flatMap(List::stream)
            .toList();
      case MINIO ->
        List.of(Tools.path("minio").toString(), "server", "--address", address, folder.toString());
    };
  }

  private boolean listens() {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
