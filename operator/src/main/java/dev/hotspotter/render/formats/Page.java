package dev.hotspotter.render.formats;

import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of async-profiler's converter, made fit to be shown in a frame that can reach nothing. */
final class Page {

  /**
   * Browsers let no embedded page ask in a window of its own. The page's own search calls prompt: it gets null and a field appears;
   * with Enter it is called again and gets the field's text.
   */
  private static final String SEARCH_FIELD = """
      <script>{
        let field, filters, word = null;
        const make = () => {
          field = document.createElement('input');
          field.id = 'search-field';
          field.style.cssText = 'position: fixed; top: 4px; left: 50%; width: 24em; margin-left: -12em; z-index: 9; font: 14px sans-serif';
          field.onkeyup = event => event.stopPropagation();
          field.onkeydown = event => {
            event.stopPropagation();
            if (event.key === 'Enter') { word = field.value; search(true, filters); }
            if (event.key === 'Enter' || event.key === 'Escape') { word = null; field.remove(); }
          };
        };
        window.prompt = question => {
          if (word !== null) return word;
          if (!field) make();
          filters = question.includes('filter');
          field.placeholder = question;
          document.body.append(field);
          field.select();
          return null;
        };
      }</script>
      """;

  /** The converter's script draws as wide as the page is when it runs: not at all in a frame that has no width yet. */
  private static final String ONCE_THERE_IS_ROOM = """
      <script>
        if (document.getElementById('canvas')?.width === 0) {
          new ResizeObserver(() => document.body.clientWidth && location.reload()).observe(document.documentElement);
        }
      </script>
      """;

  private Page() {}

  /** What comes before the converter's page, and after it. */
  record Around(String before, String after) {}

  static void write(Formats.Dump dump, Around around, Path html)
      throws BadRecordingException, IOException {
    try (var out = Files.newOutputStream(html)) {
      Formats.dump(
          page -> {
            write(page, around.before());
            dump.to(new NamesInScript(page));
            write(page, ONCE_THERE_IS_ROOM + SEARCH_FIELD + around.after());
          },
          out);
    }
  }

  /** On one line, and no markup. */
  static String title(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replaceAll("\\p{Cntrl}", " ");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
