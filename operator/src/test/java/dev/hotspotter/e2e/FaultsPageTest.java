package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/reference/faults.md has faults of the suite only, with nothing lost or harmed. */
class FaultsPageTest {

  private static final List<String> FAULTS =
      Fault.all().stream().map(Fault::name).toList();

  @Test
  void the_committed_page_has_no_row_of_another_fault() throws Exception {
    assertThat(FAULTS).containsAll(committed().rows().keySet());
    assertThat(committed().rows()).isNotEmpty();
  }

  @Test
  void the_committed_page_has_no_complaint() throws Exception {
    assertThat(committed().rows().values()).allSatisfy(cells -> {
      assertThat(cells).hasSize(4);
      assertThat(Integer.parseInt(cells.getFirst())).isPositive();
      assertThat(cells.subList(2, 4)).containsExactly("", "");
    });
  }

  @Test
  void a_later_run_replaces_only_the_rows_of_its_faults() throws Exception {
    var page = committed();
    var first = new FaultsPage(page.with(
        List.of("a", "b"),
        Map.of("a", List.of("1", "old", "", ""), "b", List.of("2", "old", "", ""))));

    var second =
        new FaultsPage(first.with(List.of("a", "b"), Map.of("b", List.of("3", "new", "lost", ""))));

    assertThat(second.rows())
        .containsExactly(
            Map.entry("a", List.of("1", "old", "", "")),
            Map.entry("b", List.of("3", "new", "lost", "")));
  }

  private static FaultsPage committed() throws Exception {
    return new FaultsPage(Files.readString(FaultsPage.COMMITTED));
  }
}
