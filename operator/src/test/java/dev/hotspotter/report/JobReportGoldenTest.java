package dev.hotspotter.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotspotter.testing.Reported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compares a whole report byte for byte. If it changes for readers, version changes too. */
class JobReportGoldenTest {

  private static final Path GOLDEN = Path.of("src", "test", "resources", "report", "report.json");
  private static final Path WRITTEN = Path.of("target", "report.json");
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Test
  void the_report_is_written_as_ever() throws IOException {
    JSON.writeValue(WRITTEN.toFile(), Reported.report());

    assertThat(Files.readString(WRITTEN))
        .as(
            "if readers can live with the difference, or VERSION and the schema say so: cp operator/%s operator/%s",
            WRITTEN, GOLDEN)
        .isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void what_was_written_can_be_read() throws IOException {
    assertThat(JSON.readValue(GOLDEN.toFile(), JobReport.class)).isEqualTo(Reported.report());
  }
}
