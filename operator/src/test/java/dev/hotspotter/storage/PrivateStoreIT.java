package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store whose certificate a private authority has signed. */
class PrivateStoreIT {

  private static final HeldCertificate AUTHORITY = new HeldCertificate.Builder()
      .certificateAuthority(0)
      .commonName("Example private CA")
      .build();
  private static final HeldCertificate STORE = new HeldCertificate.Builder()
      .signedBy(AUTHORITY)
      .addSubjectAlternativeName("127.0.0.1")
      .build();

  @TempDir
  Path temp;

  @Test
  void it_is_trusted_with_its_authority_and_not_without() throws Exception {
    var certificate = Files.writeString(temp.resolve("store.crt"), STORE.certificatePem());
    var key = Files.writeString(temp.resolve("store.key"), STORE.privateKeyPkcs8Pem());
    try (var s3 = S3Server.withCertificate(temp.resolve("data"), certificate, key)) {
      var trusting = store(s3, AUTHORITY.certificatePem());
      assertThat(trusting.problem()).isEmpty();
      trusting.put("a/hello.txt", Files.writeString(temp.resolve("hello"), "hello"), "text/plain");
      assertThat(trusting.list("a/")).containsExactly("a/hello.txt");
      assertThat(trusting.caCertificates())
          .as("what sidecars are given")
          .isEqualTo(AUTHORITY.certificatePem());

      assertThat(store(s3, "").problem())
          .hasValueSatisfying(
              words -> assertThat(words).contains("certificate is not trusted", "objectStore.ca"));
    }
  }

  @ParameterizedTest(name = "valid from {0} to {1} minutes from now")
  @CsvSource({"10, 60", "-60, -10"})
  void a_certificate_of_another_time_is_told_from_one_that_is_not_trusted(long from, long until)
      throws Exception {
    var now = System.currentTimeMillis();
    var store = new HeldCertificate.Builder()
        .signedBy(AUTHORITY)
        .addSubjectAlternativeName("127.0.0.1")
        .validityInterval(
            now + Duration.ofMinutes(from).toMillis(),
            now + Duration.ofMinutes(until).toMillis())
        .build();
    var certificate = Files.writeString(temp.resolve("store.crt"), store.certificatePem());
    var key = Files.writeString(temp.resolve("store.key"), store.privateKeyPkcs8Pem());
    try (var s3 = S3Server.withCertificate(temp.resolve("data"), certificate, key)) {
      assertThat(store(s3, AUTHORITY.certificatePem()).problem())
          .hasValueSatisfying(words -> assertThat(words)
              .contains("its certificate is not valid now (", "check the operator's clock")
              .doesNotContain("objectStore.ca"));
    }
  }

  @Test
  void the_platforms_authorities_stay_trusted() {
    assertThat(
            CaCertificates.trusted(AUTHORITY.certificatePem()).trustManager().getAcceptedIssuers())
        .contains(AUTHORITY.certificate())
        .hasSizeGreaterThan(20);
  }

  private static ObjectStore store(S3Server s3, String authorities) {
    var s = s3.settings();
    return new ObjectStore(new StoreSettings(
        s.endpoint(),
        s.region(),
        s.bucket(),
        "",
        s.accessKey(),
        s.secretKey(),
        authorities,
        "",
        UploadPolicy.AUTO));
  }
}
