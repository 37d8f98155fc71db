package dev.hotspotter.web.access;

import dev.hotspotter.web.WebSettings.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the pages over HTTPS with certificates from files, and reloads changed files. */
public final class Tls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

  private final Certificates certificates;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().daemon().name("certificates").factory());
  private long loaded;

  /** The interval of checks for changed files. */
  public Tls(Certificates certificates, Duration every) {
    this.certificates = certificates;
    try {
      loaded = changed();
      keyStores().accept(factory);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the certificate of the pages cannot be used: " + e.getMessage(), e);
    }
    watch.scheduleWithFixedDelay(
        this::refresh, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  public ServerConnector connector(
      Server server, HttpConfiguration http, String address, int port) {
    var https = new HttpConfiguration(http);
    // the proxy may use the name of the service or an address; its own certificate proves its
    // identity
    var secure = new SecureRequestCustomizer();
    secure.setSniHostCheck(false);
    https.addCustomizer(secure);
    var connector = new ServerConnector(
        server, new SslConnectionFactory(factory, "http/1.1"), new HttpConnectionFactory(https));
    connector.setHost(address);
    connector.setPort(port);
    return connector;
  }

  /**
   * Reads the files, and then sets their key stores. TLS accepts a client without a certificate, so
   * that it gets an answer.
   */
  private Consumer<SslContextFactory> keyStores() throws IOException, GeneralSecurityException {
    var identity = PemFiles.identity(certificates.certificate(), certificates.key());
    var authority = certificates.clientAuthority();
    var authorities = authority.isPresent() ? PemFiles.authorities(authority.get()) : null;
    return ignored -> {
      factory.setKeyStore(identity);
      factory.setKeyStorePassword(PemFiles.PASSWORD);
      factory.setTrustStore(authorities);
      factory.setWantClientAuth(authorities != null);
    };
  }

  private void refresh() {
    try {
      var now = changed();
      if (now != loaded) {
        factory.reload(keyStores());
        loaded = now;
        LOG.info("the pages have a new certificate");
      }
    } catch (Exception | Error e) {
      // an exception would stop the executor
      LOG.warn(
          "the changed certificate of the pages cannot be used, so the old one stays: {}",
          e.toString());
    }
  }

  /** The newest modification time of the files. */
  private long changed() throws IOException {
    var newest = 0L;
    for (var file : certificates.files()) {
      newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
    }
    return newest;
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
