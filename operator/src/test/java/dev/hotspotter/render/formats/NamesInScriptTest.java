package dev.hotspotter.render.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesInScriptTest {

  private static final String TEMPLATE = "<h1>cpool = [ of a pod</h1>\n<script>let d;</script>\n"
      + "<script>\nconst cpool = [\n'all',\n%s\n];\nif (1 <!2) d = '</b>'\n</script>";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`'%</script>'`, `'%<\\/script>'`",
        "`'%<!--'`, `'%<\\!--'`",
        "`'<</script>'`, `'<<\\/script>'`",
        "`'%a<b>.<init>'`, `'%a<b>.<init>'`",
        "`'%a\\'];</b>'`, `'%a\\'];<\\/b>'`",
        "`'%a\\\\','%</b>'`, `'%a\\\\','%<\\/b>'`",
        "`'%a\\\\\\'</b>'`, `'%a\\\\\\'<\\/b>'`",
        "`\"%]</b>'\"`, `\"%]<\\/b>'\"`",
      })
  void a_name_ends_no_script(String name, String written) throws Exception {
    assertThat(page(TEMPLATE.formatted(name), 1)).isEqualTo(TEMPLATE.formatted(written));
    assertThat(page(TEMPLATE.formatted(name), 10_000)).isEqualTo(TEMPLATE.formatted(written));
  }

  @Test
  void heat_maps_have_their_names_in_another_line_and_may_break_it() throws Exception {
    assertThat(page("</pre>\n\tlet cpool = [\"a</b\nc\",\"d\",];\n</script>", 7))
        .isEqualTo("</pre>\n\tlet cpool = [\"a<\\/b c\",\"d\",];\n</script>");
  }

  private static String page(String text, int atOnce) throws IOException {
    var file = new ByteArrayOutputStream();
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    try (var page = new NamesInScript(file)) {
      for (int at = 0; at < bytes.length; at += atOnce) {
        page.write(bytes, at, Math.min(atOnce, bytes.length - at));
      }
    }
    return file.toString(StandardCharsets.UTF_8);
  }
}
