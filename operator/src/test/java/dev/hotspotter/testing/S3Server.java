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

/** A real S3 server on loopback with an empty folder. */
public final class S3Server implements AutoCloseable {

  private static final String ACCESS_KEY = "tester";
  private static final String REGION = "local";
  private static final String SECRET_KEY = "tester-secret";

  /** Which server. */
  public enum Kind {
    VERSITYGW,
    MINIO
  }

  private final Process process;
  private final int port;

  public S3Server(Kind kind, Path folder) throws IOException {
    port = FreePort.find();
    Files.createDirectories(folder);
    var log = new File(folder + ".log");
    var builder = new ProcessBuilder(command(kind, folder)).redirectErrorStream(true).redirectOutput(log);
    builder.environment().putAll(Map.of("MINIO_ROOT_USER", ACCESS_KEY, "MINIO_ROOT_PASSWORD", SECRET_KEY, "MINIO_REGION", REGION));
    process = builder.start();
    await("the S3 server listens").atMost(Duration.ofSeconds(30)).until(this::listens);
  }

  public StoreSettings settings() {
    return new StoreSettings("http://127.0.0.1:" + port, REGION, "hotspotter", "", ACCESS_KEY, SECRET_KEY);
  }

  private List<String> command(Kind kind, Path folder) {
    var address = "127.0.0.1:" + port;
    return switch (kind) {
      case VERSITYGW -> List.of(
          Tools.path("versitygw").toString(), "--access", ACCESS_KEY, "--secret", SECRET_KEY, "--region", REGION, "--port", address, "posix", folder.toString());
      case MINIO -> List.of(Tools.path("minio").toString(), "server", "--address", address, folder.toString());
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
