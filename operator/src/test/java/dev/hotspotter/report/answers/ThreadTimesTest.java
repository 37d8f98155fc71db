package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.report.answers.ThreadTimes.Place;
import dev.hotspotter.report.answers.ThreadTimes.Pool;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {

  @Test
  void shares_are_those_of_the_pools_own_time() {
    var pool = ThreadTimes.of(List.of(pool("exec-*", 10, 60, 30))).pools().getFirst();

    assertThat(pool.times())
        .isEqualTo(new StateTimes(
            new StateTimes.Share(10, 10),
            new StateTimes.Share(60, 60),
            new StateTimes.Share(30, 30)));
  }

  @Test
  void pools_that_only_wait_for_work_are_last() {
    var times = ThreadTimes.of(
        List.of(pool("idle-*", 0, 0, 9_000), pool("exec-*", 1, 9, 0), pool("busy-*", 20, 0, 0)));

    assertThat(times.pools()).extracting(Pool::pool).containsExactly("busy-*", "exec-*", "idle-*");
    assertThat(times.all()).isEqualTo(StateTimes.of(21, 9, 9_000));
  }

  @Test
  void a_pool_that_two_targets_have_is_one() {
    var a = ThreadTimes.of(List.of(
        pool("exec-*", 10, 60, 30, new Place("Dao.find", 60, List.of("Main.main", "Dao.find")))));
    var b = ThreadTimes.of(List.of(pool(
        "exec-*",
        0,
        50,
        0,
        new Place("Dao.find", 20, List.of("Main.main", "Dao.find")),
        new Place("Dao.save", 30, List.of("Dao.save")))));

    assertThat(a.plus(b).pools())
        .containsExactly(pool(
            "exec-*",
            8,
            10,
            110,
            30,
            new Place("Dao.find", 80, List.of("Main.main", "Dao.find")),
            new Place("Dao.save", 30, List.of("Dao.save"))));
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
  }

  @Test
  void of_endless_pools_the_busiest_are_kept_and_no_sample_is_lost() {
    var times = ThreadTimes.of(IntStream.range(0, 1_000)
        .mapToObj(i -> pool("request " + i + " of somebody", i, 1, 1))
        .toList());

    assertThat(times.pools())
        .hasSize(50)
        .first()
        .extracting(Pool::pool)
        .isEqualTo("request 999 of somebody");
    assertThat(times.others().pools()).isEqualTo(950);
    assertThat(times.others().threads()).isEqualTo(4 * 950);
    assertThat(times.all()).isEqualTo(StateTimes.of(999 * 500, 1_000, 1_000));
    assertThat(times.published().pools()).hasSize(20);
    assertThat(times.plus(times).published().all())
        .isEqualTo(StateTimes.of(999 * 1_000, 2_000, 2_000));
  }

  @Test
  void of_endless_places_those_most_waited_in_are_kept() {
    var places = IntStream.range(0, 100)
        .mapToObj(i -> new Place("f" + i, i, List.of("f" + i)))
        .toArray(Place[]::new);

    var published = ThreadTimes.of(List.of(pool("exec-*", 0, 4_950, 0, places))).published();
    assertThat(published.pools().getFirst().waitingIn())
        .extracting(Place::frame)
        .containsExactly("f99", "f98", "f97");
  }

  @Test
  void nothing_has_no_share() {
    assertThat(ThreadTimes.of(List.of()).all().running().percent()).isZero();
  }

  private static Pool pool(String name, long running, long waiting, long idle, Place... places) {
    return pool(name, 4, running, waiting, idle, places);
  }

  private static Pool pool(
      String name, int threads, long running, long waiting, long idle, Place... places) {
    return new Pool(name, threads, StateTimes.of(running, waiting, idle), List.of(places));
  }
}
