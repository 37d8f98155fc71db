package dev.hotspotter.web.access;

import dev.hotspotter.web.WebSettings.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the pages over HTTPS with certificates from files, and takes new ones when the files change. */
public final class Tls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

  private final Certificates certificates;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("certificates").factory());
  private long loaded;

  /** Looks that often whether the files have changed. */
  public Tls(Certificates certificates, Duration every) {
    this.certificates = certificates;
    try {
      loaded = changed();
      load(factory);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("the certificate of the pages cannot be used: " + e.getMessage(), e);
    }
    watch.scheduleWithFixedDelay(this::refresh, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  public ServerConnector connector(Server server, HttpConfiguration http, String address, int port) {
    var https = new HttpConfiguration(http);
    // the proxy may come by the name of the service or by an address; who it is is proven by its own certificate
    var secure = new SecureRequestCustomizer();
    secure.setSniHostCheck(false);
    https.addCustomizer(secure);
    var connector = new ServerConnector(server, new SslConnectionFactory(factory, "http/1.1"), new HttpConnectionFactory(https));
    connector.setHost(address);
    connector.setPort(port);
    return connector;
  }

  /** Whoever shows no client certificate is let in this far, to be told so in words. */
  private void load(SslContextFactory.Server into) throws IOException, GeneralSecurityException {
    into.setKeyStore(PemFiles.identity(certificates.certificate(), certificates.key()));
    into.setKeyStorePassword(PemFiles.PASSWORD);
    if (certificates.clientAuthority().isPresent()) {
      into.setTrustStore(PemFiles.authorities(certificates.clientAuthority().get()));
      into.setWantClientAuth(true);
    }
  }

  private void refresh() {
    try {
      var now = changed();
      if (now != loaded) {
        factory.reload(ignored -> {
          try {
            load(factory);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(e);
          }
        });
        loaded = now;
        LOG.info("the pages have a new certificate");
      }
    } catch (Exception e) {
      LOG.warn("the certificate of the pages has changed and cannot be used, the old one stays: {}", e.getMessage());
    }
  }

  /** The newest of the files' times. */
  private long changed() throws IOException {
    var newest = Math.max(time(certificates.certificate()), time(certificates.key()));
    return certificates.clientAuthority().isPresent() ? Math.max(newest, time(certificates.clientAuthority().get())) : newest;
  }

  private static long time(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis();
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
