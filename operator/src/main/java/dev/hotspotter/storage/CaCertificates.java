package dev.hotspotter.storage;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import okhttp3.tls.HandshakeCertificates;

/** Certificates of authorities in PEM, concatenated. */
public final class CaCertificates {

  /**
   * The limit is small because each sidecar has the certificates in its pod's spec, and a pod may
   * have many sidecars.
   */
  public static final int MOST_BYTES = 8192;

  private CaCertificates() {}

  /** Trusts these authorities and the platform's. */
  static HandshakeCertificates trusted(String pem) {
    var builder = new HandshakeCertificates.Builder().addPlatformTrustedCertificates();
    read(pem).forEach(builder::addTrustedCertificate);
    return builder.build();
  }

  /**
   * The certificates in this text.
   *
   * @throws IllegalArgumentException if the text has other content or is too long
   */
  public static List<X509Certificate> read(String pem) {
    if (pem.length() > MOST_BYTES) {
      throw new IllegalArgumentException(
          "has %d bytes, more than the limit of %d; keep only the authority that signed the store's certificate"
              .formatted(pem.length(), MOST_BYTES));
    }
    try {
      var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
      var certificates = CertificateFactory.getInstance("X.509").generateCertificates(bytes);
      if (certificates.isEmpty() && !pem.isBlank()) {
        throw new IllegalArgumentException("holds no certificate; write certificates in PEM");
      }
      return certificates.stream().map(X509Certificate.class::cast).toList();
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "cannot be read as certificates in PEM: " + e.getMessage(), e);
    }
  }
}
