package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.retention.Deletion.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionTest {

  static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final Set<String> NONE = Set.of();

  @Test
  void what_is_older_than_the_limit_goes_and_the_oldest_first() {
    var jobs = List.of(job("b-2", 5, 31), job("new-1", 5, 29), job("a-1", 5, 40));

    var due = Retention.due(jobs, use(NONE, NONE, NONE), age(30), NOW);

    assertThat(due).extracting(d -> d.job().name()).containsExactly("a-1", "b-2");
    assertThat(due).allSatisfy(deletion -> {
      assertThat(deletion.cause()).isEqualTo(Cause.MAX_AGE);
      assertThat(deletion.why()).isEqualTo("recordings are kept for 30 days");
    });
    assertThat(Retention.due(jobs, use(NONE, NONE, NONE), none(), NOW)).isEmpty();
  }

  @ParameterizedTest(name = "{0} minutes after its age, the store''s clock {1} minutes ahead: {2}")
  @CsvSource({"-1, -15, false", "15, 0, false", "16, 0, true", "0, 15, false", "31, 15, true"})
  void nothing_goes_before_it_is_old_enough_by_the_stores_clock(
      int minutes, int ahead, boolean goes) {
    var written = NOW.minus(Duration.ofDays(30)).minus(Duration.ofMinutes(minutes));
    var byTheStore = written.plus(Duration.ofMinutes(ahead));
    var job = new StoredJob("a-1", 5, byTheStore, ArtifactPolicy.DEFAULT);

    assertThat(Retention.due(List.of(job), use(NONE, NONE, NONE), age(30), NOW).isEmpty())
        .isNotEqualTo(goes);
  }

  @Test
  void a_job_may_ask_for_less_and_not_for_more() {
    var jobs = List.of(
        job("less-1", 5, 8, new ArtifactPolicy(false, Optional.of(Duration.ofDays(7)))),
        job("more-1", 5, 31, new ArtifactPolicy(false, Optional.of(Duration.ofDays(90)))),
        job("kept-1", 5, 6, new ArtifactPolicy(false, Optional.of(Duration.ofDays(7)))));

    assertThat(names(jobs, use(NONE, NONE, NONE), age(30))).containsExactly("more-1", "less-1");
    assertThat(names(jobs, use(NONE, NONE, NONE), none()))
        .as("without a limit of the installation")
        .containsExactly("less-1");
  }

  @Test
  void with_too_many_bytes_the_oldest_go_until_it_is_enough_and_the_newest_stays() {
    var jobs = List.of(
        job("newest-1", 50, 0), job("second-1", 5, 1), job("third-1", 5, 2), job("oldest-1", 5, 3));

    assertThat(names(jobs, use(NONE, NONE, NONE), bytes(65))).isEmpty();
    assertThat(names(jobs, use(NONE, NONE, NONE), bytes(64))).containsExactly("oldest-1");
    assertThat(names(jobs, use(NONE, NONE, NONE), bytes(56)))
        .containsExactly("oldest-1", "third-1");
    assertThat(names(jobs, use(NONE, NONE, NONE), bytes(1)))
        .containsExactly("oldest-1", "third-1", "second-1");
  }

  @Test
  void what_is_in_use_stays_and_counts() {
    var jobs = List.of(job("newest-1", 5, 0), job("second-1", 5, 1), job("running-1", 5, 99));

    assertThat(names(jobs, use(NONE, Set.of("running-1"), NONE), age(30))).isEmpty();
    assertThat(names(jobs, use(NONE, Set.of("running-1"), NONE), bytes(10)))
        .containsExactly("second-1");
  }

  @Test
  void with_its_job_goes_what_was_to_go_with_it() {
    var delete = new ArtifactPolicy(true, Optional.empty());
    var jobs = List.of(
        job("exists-1", 5, 1, delete), job("deleted-1", 5, 1, delete), job("retained-1", 5, 1));

    assertThat(names(jobs, use(Set.of("exists-1"), NONE, NONE), none()))
        .containsExactly("deleted-1");
  }

  @Test
  void
      in_a_namespace_that_is_gone_everything_has_its_time_and_what_was_to_go_with_its_job_has_a_day() {
    var delete = new ArtifactPolicy(true, Optional.empty());
    var jobs = List.of(
        job("today-1", 5, 0, delete),
        job("old-1", 5, 2, delete),
        job("retained-1", 5, 29),
        job("over-1", 5, 31));

    assertThat(names(jobs, FolderUse.ofGoneNamespace(NONE), age(30)))
        .containsExactly("over-1", "old-1");
  }

  @Test
  void what_was_begun_is_finished() {
    var jobs = List.of(job("begun-1", 5, 0), job("other-1", 5, 0));

    var due = Retention.due(jobs, use(Set.of("begun-1"), NONE, Set.of("begun-1")), none(), NOW);

    assertThat(due).singleElement().satisfies(deletion -> {
      assertThat(deletion.job().name()).isEqualTo("begun-1");
      assertThat(deletion.cause()).isEqualTo(Cause.UNFINISHED);
    });
  }

  static FolderUse use(Set<String> existing, Set<String> inUse, Set<String> begun) {
    return new FolderUse(existing::contains, inUse::contains, begun, false);
  }

  private static List<String> names(List<StoredJob> jobs, FolderUse use, NamespaceLimits limits) {
    return Retention.due(jobs, use, limits, NOW).stream()
        .map(deletion -> deletion.job().name())
        .toList();
  }

  private static NamespaceLimits none() {
    return new NamespaceLimits(Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static NamespaceLimits age(int days) {
    return new NamespaceLimits(
        Optional.of(Duration.ofDays(days)), Optional.empty(), Optional.empty());
  }

  private static NamespaceLimits bytes(long most) {
    return new NamespaceLimits(Optional.empty(), Optional.of(most), Optional.empty());
  }

  private static StoredJob job(String name, long bytes, int days) {
    return job(name, bytes, days, ArtifactPolicy.DEFAULT);
  }

  private static StoredJob job(String name, long bytes, int days, ArtifactPolicy policy) {
    return new StoredJob(name, bytes, NOW.minus(Duration.ofDays(days)), policy);
  }
}
