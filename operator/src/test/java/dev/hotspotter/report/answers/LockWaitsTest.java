package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotspotter.report.answers.LockWaits.Lock;
import dev.hotspotter.report.answers.LockWaits.Owner;
import dev.hotspotter.report.answers.LockWaits.Place;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LockWaitsTest {

  private static final Place BORROW =
      new Place("Pool.borrow", 3, 300, List.of("Main.main", "Pool.borrow"));

  @Test
  void the_lock_most_waited_for_is_first_with_its_share() {
    var waits = LockWaits.of(
        List.of(lock("java.lang.Object", 9, 100), lock("com.example.Pool", 3, 300, BORROW)));

    assertThat(waits.waits()).isEqualTo(12);
    assertThat(waits.nanos()).isEqualTo(400);
    assertThat(waits.locks())
        .extracting(Lock::lock, Lock::percent)
        .containsExactly(tuple("com.example.Pool", 75.0), tuple("java.lang.Object", 25.0));
  }

  @Test
  void waits_places_and_owners_of_two_targets_are_added() {
    var some = LockWaits.of(List.of(
        new Lock("Pool", 3, 300, 0, List.of(BORROW), List.of(new Owner("exec-*", 2, 200)))));

    assertThat(some.plus(some).locks())
        .containsExactly(new Lock(
            "Pool",
            6,
            600,
            100,
            List.of(new Place("Pool.borrow", 6, 600, BORROW.path())),
            List.of(new Owner("exec-*", 4, 400))));
  }

  @Test
  void of_endless_locks_the_heaviest_are_kept_and_no_wait_is_lost() {
    var waits = LockWaits.of(
        IntStream.range(0, 1_000).mapToObj(i -> lock("Lock" + i, 1, i)).toList());

    assertThat(waits.locks()).hasSize(40).first().extracting(Lock::lock).isEqualTo("Lock999");
    assertThat(waits.others().locks()).isEqualTo(960);
    assertThat(waits.nanos()).isEqualTo(999 * 500);
    assertThat(waits.published().locks()).hasSize(10);
    assertThat(waits.plus(waits).published().nanos()).isEqualTo(999 * 1_000);
  }

  @Test
  void of_endless_places_and_owners_the_heaviest_are_kept() {
    var places = IntStream.range(0, 100)
        .mapToObj(i -> new Place("f" + i, 1, i, List.of("f" + i)))
        .toList();
    var owners =
        IntStream.range(0, 100).mapToObj(i -> new Owner("pool " + i, 1, i)).toList();

    var published = LockWaits.of(List.of(Lock.of("Lock", 100, 4_950, places, owners)))
        .published()
        .locks()
        .getFirst();
    assertThat(published.waitingIn())
        .hasSize(5)
        .first()
        .extracting(Place::frame)
        .isEqualTo("f99");
    assertThat(published.owners()).hasSize(5).first().extracting(Owner::pool).isEqualTo("pool 99");
  }

  private static Lock lock(String name, long waits, long nanos, Place... places) {
    return Lock.of(name, waits, nanos, List.of(places), List.of());
  }
}
