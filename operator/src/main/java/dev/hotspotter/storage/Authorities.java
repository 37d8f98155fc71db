package dev.hotspotter.storage;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import okhttp3.tls.HandshakeCertificates;

/** Certificates of authorities in PEM, one after the other. */
public final class Authorities {

  /** Each sidecar has them in its pod's spec, and a pod may carry many sidecars. */
  public static final int MOST_BYTES = 8192;

  private Authorities() {}

  /** Whom to trust: these and those of the platform. */
  static HandshakeCertificates trusted(String pem) {
    var builder = new HandshakeCertificates.Builder().addPlatformTrustedCertificates();
    read(pem).forEach(builder::addTrustedCertificate);
    return builder.build();
  }

  /**
   * The certificates in this text.
   *
   * @throws IllegalArgumentException if there is something else in it, or too much
   */
  public static List<X509Certificate> read(String pem) {
    if (pem.length() > MOST_BYTES) {
      throw new IllegalArgumentException(
          "has %d bytes, at most %d are allowed; leave only the authority that signed the store's certificate"
              .formatted(pem.length(), MOST_BYTES));
    }
    try {
      var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
      var certificates = CertificateFactory.getInstance("X.509").generateCertificates(bytes);
      if (certificates.isEmpty() && !pem.isBlank()) {
        throw new IllegalArgumentException("holds no certificate; it must be PEM");
      }
      return certificates.stream().map(X509Certificate.class::cast).toList();
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "cannot be read as certificates in PEM: " + e.getMessage(), e);
    }
  }
}
