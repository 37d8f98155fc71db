package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotspotter.testing.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The difference between the clocks of operator and store, as each store shows it. */
class StoreClockIT {

  @TempDir
  Path temp;

  @ParameterizedTest
  @CsvSource({"VERSITYGW, 600", "VERSITYGW, -600", "VERSITYGW, 0", "MINIO, 600", "MINIO, -600"})
  void is_told_by_any_answer(S3Server.Kind kind, long operatorAhead) throws Exception {
    var clock = InstantSource.offset(InstantSource.system(), Duration.ofSeconds(operatorAhead));
    try (var s3 = new S3Server(kind, temp.resolve("data"))) {
      var store = new ObjectStore(s3.settings(), clock);
      assertThat(store.clockAhead()).as("before an answer").isEmpty();

      assertThat(store.problem()).isEmpty();

      assertThat(store.clockAhead().orElseThrow().toSeconds())
          .isCloseTo(-operatorAhead, within(operatorAhead == 0 ? 0L : 30L));
    }
  }
}
