package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.minio.Time;
import io.minio.credentials.Credentials;
import io.minio.credentials.Provider;
import java.security.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Credentials of an issuer whose clock differs. The seeds are the same in each run. */
class RenewedCredentialsTest {

  private static final int WORLDS = 500;
  private static final int MOST_SECONDS = 10 * 60;

  private Instant issuersTime = Instant.parse("2026-11-21T10:00:00Z");
  private int asked;
  private int issued;
  private boolean isAway;

  @Test
  void they_are_never_used_after_their_end_and_seldom_renewed() {
    for (var seed = 1; seed <= WORLDS; seed++) {
      var random = new Random(seed);
      var session = Duration.ofMinutes(random.nextInt(15, 13 * 60));
      var skew = Duration.ofSeconds(random.nextInt(-MOST_SECONDS, MOST_SECONDS));
      var credentials = credentials(session, skew);
      issued = 0;
      var began = issuersTime;
      for (var request = 0; request < 200; request++) {
        issuersTime = issuersTime.plusSeconds(random.nextInt(30));
        assertThat(credentials.fetch().expiration().toInstant())
            .as("seed %d, session %s, operator ahead %s", seed, session, skew)
            .isAfter(issuersTime);
      }
      assertThat(issued)
          .as("seed %d, session %s, operator ahead %s", seed, session, skew)
          .isLessThanOrEqualTo((int) Duration.between(began, issuersTime).toMinutes() + 2);
    }
  }

  @Test
  void a_long_permission_gets_new_ones_in_time() throws StoreException {
    var behind = credentials(Duration.ofHours(1), Duration.ofMinutes(-10));
    behind.fetch();
    issuersTime = issuersTime.plus(Duration.ofMinutes(25));

    behind.extend(Duration.ofMinutes(40));

    assertThat(behind.fetch().expiration().toInstant())
        .as("by its own clock, the operator had 45 minutes left, but only 35 by the issuer's")
        .isEqualTo(issuersTime.plus(Duration.ofHours(1)));
  }

  @Test
  void a_permission_longer_than_a_session_is_refused_in_words() {
    var credentials = credentials(Duration.ofMinutes(15), Duration.ZERO);

    assertThatCode(() -> credentials.extend(Duration.ofMinutes(15))).doesNotThrowAnyException();
    assertThatThrownBy(() -> credentials.extend(Duration.ofMinutes(16)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("an upload may take 960 s; raise the longest session of its role");
  }

  @Test
  void they_are_used_until_their_end_if_their_issuer_is_away() {
    var session = Duration.ofHours(1);
    var credentials = credentials(session, Duration.ZERO);
    var first = credentials.fetch();
    isAway = true;
    issuersTime = issuersTime.plus(Duration.ofMinutes(50));

    assertThat(credentials.fetch()).isEqualTo(first);
    assertThat(credentials.fetch()).isEqualTo(first);
    assertThat(asked).as("once a minute, after the first time").isEqualTo(2);

    issuersTime = issuersTime.plus(Duration.ofMinutes(10));
    assertThatThrownBy(credentials::fetch).isInstanceOf(ProviderException.class);
  }

  private RenewedCredentials credentials(Duration session, Duration operatorAhead) {
    Provider issuer = () -> {
      asked++;
      if (isAway) {
        throw new ProviderException("away");
      }
      issued++;
      return new Credentials(
          "key",
          "secret",
          "token",
          new Time.S3Time(issuersTime.plus(session).atZone(ZoneOffset.UTC)));
    };
    InstantSource operatorsClock = () -> issuersTime.plus(operatorAhead);
    return new RenewedCredentials(() -> List.of(issuer), operatorsClock);
  }
}
