package dev.hotspotter.render.formats;

import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Adapts a page of async-profiler's converter to a sandboxed frame. */
final class Page {

  /**
   * A replacement for prompt, which browsers block in a sandboxed frame. The page's search calls
   * prompt: it gets null, and a field appears. Enter starts the search again, which gets the
   * field's text.
   */
  private static final String SEARCH_FIELD = """
      <script>{
        let field, filters, word = null;
        const make = () => {
          field = document.createElement('input');
          field.id = 'search-field';
          field.style.cssText = 'position: fixed; top: 4px; left: 50%; width: 24em; '
            + 'margin-left: -12em; z-index: 9; font: 14px sans-serif';
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

  /**
   * Reloads a page that had no width when it was drawn. The converter's script draws once, as wide
   * as the frame is at that time.
   */
  private static final String ONCE_THERE_IS_ROOM = """
      <script>
        if (document.getElementById('canvas')?.width === 0) {
          new ResizeObserver(() => document.body.clientWidth && location.reload()).observe(document.documentElement);
        }
      </script>
      """;

  private Page() {}

  /** The text before and after the converter's page. */
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

  /** The title on one line, without markup. */
  static String title(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replaceAll("\\p{Cntrl}", " ");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
