package dev.hotspotter.web.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Reads keys and certificates in the format of Kubernetes Secrets. */
final class PemFiles {

  /** The password of key stores in memory, which are never written. */
  static final String PASSWORD = "in memory";

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

  private PemFiles() {}

  /** A certificate chain and its key. */
  static KeyStore identity(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    var store = empty();
    var chain = certificates(certificate).toArray(Certificate[]::new);
    store.setKeyEntry("pages", privateKey(key), PASSWORD.toCharArray(), chain);
    return store;
  }

  static KeyStore authorities(Path file) throws IOException, GeneralSecurityException {
    var store = empty();
    for (var authority : certificates(file)) {
      store.setCertificateEntry("authority-" + store.size(), authority);
    }
    return store;
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(file)) {
      var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw new CertificateException("there is no certificate in " + file);
      }
      return certificates;
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    var pem = PKCS8.matcher(Files.readString(file));
    if (!pem.find()) {
      throw new InvalidKeySpecException(file
          + " must have a line BEGIN PRIVATE KEY (PKCS#8); openssl pkcs8 -topk8 -nodes converts another key,"
          + " cert-manager has privateKey.encoding: PKCS8");
    }
    var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (var algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // not a key of this algorithm
      }
    }
    throw new InvalidKeySpecException(
        "%s must be a key of %s".formatted(file, String.join(", ", ALGORITHMS)));
  }
}
