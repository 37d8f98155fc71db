package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the repository's pages lead to files and headings that exist, and the index leads to every page. */
class DocumentationLinksTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path INDEX = DOCS.resolve("README.md");
  private static final Set<String> NOT_OURS = Set.of(".git", "build", "target", "node_modules");

  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|^ {4}[^\\n]*|`[^`\\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("^[a-z]+:.*");

  static List<Path> pages() throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file ->
              Stream.of(ROOT.relativize(file).toString().split("/")).noneMatch(NOT_OURS::contains))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void links_lead_somewhere(Path page) throws IOException {
    assertThat(links(page)).allSatisfy(link -> {
      var parts = link.split("#", 2);
      var target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
      assertThat(target).as(link).exists();
      assertThat(target.startsWith(ROOT)).as(link + " stays in the repository").isTrue();
      if (parts.length == 2) {
        assertThat(anchors(target)).as(link).contains(parts[1]);
      }
    });
  }

  @Test
  void the_index_leads_to_every_page_below_docs() throws IOException {
    var listed = links(INDEX).stream()
        .map(link -> INDEX.resolveSibling(link.split("#", 2)[0]).normalize())
        .toList();

    assertThat(listed)
        .containsAll(pages().stream()
            .filter(page -> page.startsWith(DOCS) && !page.equals(INDEX))
            .toList());
  }

  private static List<String> links(Path page) throws IOException {
    var text = CODE.matcher(Files.readString(page)).replaceAll("");
    return LINK.matcher(text)
        .results()
        .map(link -> link.group(1))
        .filter(link -> !ELSEWHERE.matcher(link).matches())
        .toList();
  }

  /** The anchors that GitHub makes from headings. */
  private static Set<String> anchors(Path page) throws IOException {
    try (var lines = Files.lines(page)) {
      return lines
          .filter(line -> line.startsWith("#"))
          .map(line -> line.replaceFirst("^#+ ", "")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-'))
          .collect(Collectors.toSet());
    }
  }
}
