package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.storage.ClockSkew;
import dev.hotspotter.storage.ObjectStore.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Properties of retention that hold for all stores, limits and jobs. The seeds are the same in each run. */
class RetentionPropertiesTest {

  private static final String FOLDER = "shop.0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f/";
  private static final int WORLDS = 2_000;
  private static final Instant NOW = RetentionTest.NOW;

  /** A store of one namespace, with what is known about its jobs. */
  private static final class World {
    final TreeMap<String, Listed> objects = new TreeMap<>();
    final Set<String> existing = new HashSet<>();
    final Set<String> inUse = new HashSet<>();
    final Set<String> tombstones = new HashSet<>();
    final NamespaceLimits limits;

    World(Random random) {
      var jobs = random.nextInt(30);
      for (var i = 0; i < jobs; i++) {
        var name = "job-%d-%08x".formatted(random.nextInt(10), random.nextInt());
        var age = Duration.ofMinutes(random.nextInt(60 * 24 * 60));
        for (var object = 0; object <= random.nextInt(5); object++) {
          put(
              name + "/pod-%d/app/recording.jfr".formatted(object),
              random.nextInt(1_000),
              NOW.minus(age).plusSeconds(random.nextInt(60)));
        }
        if (random.nextInt(3) == 0) {
          var policy = (random.nextBoolean() ? "Delete" : "Retain")
              + (random.nextBoolean() ? "" : "-%dd".formatted(1 + random.nextInt(60)));
          put(name + "/retention/" + policy, 0, NOW.minus(age));
        }
        if (random.nextBoolean()) {
          existing.add(name);
        }
        if (random.nextInt(5) == 0) {
          existing.add(name);
          inUse.add(name);
        }
      }
      put("not-a-job/x", random.nextInt(1_000), NOW.minus(Duration.ofDays(99)));
      limits = new NamespaceLimits(
          random.nextBoolean()
              ? Optional.of(Duration.ofDays(1 + random.nextInt(60)))
              : Optional.empty(),
          random.nextBoolean() ? Optional.of(1L + random.nextInt(20_000)) : Optional.empty(),
          Optional.empty());
    }

    private void put(String path, long bytes, Instant modified) {
      objects.put(FOLDER + path, new Listed(FOLDER + path, bytes, modified));
    }

    Tally tally() {
      var tally = new Tally(FOLDER);
      objects.values().forEach(tally);
      return tally;
    }

    List<Deletion> due() {
      return Retention.due(
          tally().jobs(), RetentionTest.use(existing, inUse, Set.copyOf(tombstones)), limits, NOW);
    }

    /** Deletes like Sweep, in one step for each object and tombstone; false if the steps did not suffice. */
    boolean sweep(int steps) {
      for (var deletion : due()) {
        if (steps-- == 0) {
          return false;
        }
        tombstones.add(deletion.job().name());
        for (var key : keys(deletion.job().name())) {
          if (steps-- == 0) {
            return false;
          }
          objects.remove(key);
        }
      }
      return true;
    }

    List<String> keys(String job) {
      return objects.keySet().stream()
          .filter(key -> key.startsWith(FOLDER + job + "/"))
          .toList();
    }

    Set<String> jobs() {
      return tally().jobs().stream().map(StoredJob::name).collect(Collectors.toSet());
    }
  }

  private static void inEachWorld(IntConsumer property) {
    for (var seed = 1; seed <= WORLDS; seed++) {
      try {
        property.accept(seed);
      } catch (AssertionError e) {
        throw new AssertionError("in the world of seed " + seed, e);
      }
    }
  }

  @Test
  void nothing_in_use_is_deleted_and_no_more_than_is_needed() {
    inEachWorld(RetentionPropertiesTest::deletesNoMoreThanIsNeeded);
  }

  private static void deletesNoMoreThanIsNeeded(int seed) {
    var world = new World(new Random(seed));
    var due = world.due();
    var gone = due.stream().map(deletion -> deletion.job().name()).collect(Collectors.toSet());

    assertThat(gone)
        .as("each once")
        .hasSameSizeAs(due)
        .noneMatch(world.inUse::contains)
        .allMatch(world.jobs()::contains);
    var bySize = due.stream()
        .filter(deletion -> deletion.cause() == Deletion.Cause.MAX_BYTES)
        .toList();
    var kept =
        world.tally().jobs().stream().filter(job -> !gone.contains(job.name())).toList();
    var left = kept.stream().mapToLong(StoredJob::bytes).sum();
    if (!bySize.isEmpty()) {
      assertThat(left + bySize.getLast().job().bytes())
          .as("the last one was needed")
          .isGreaterThan(world.limits.maxBytes().orElseThrow());
      assertThat(bySize).extracting(deletion -> deletion.job().last()).isSorted();
      var oldestFree = kept.stream()
          .filter(job -> !world.inUse.contains(job.name()) && job.bytes() > 0)
          .map(StoredJob::last)
          .min(Comparator.naturalOrder());
      oldestFree.ifPresent(oldest -> assertThat(bySize.getLast().job().last())
          .as("no older one was left")
          .isBeforeOrEqualTo(oldest));
    }
    var newest =
        kept.stream().max(Comparator.comparing(StoredJob::last).thenComparing(StoredJob::name));
    var freeable = kept.stream()
        .filter(job -> !world.inUse.contains(job.name())
            && job.bytes() > 0
            && !newest.equals(Optional.of(job)))
        .toList();
    if (left > world.limits.maxBytes().orElse(Long.MAX_VALUE)) {
      assertThat(freeable).as("over the limit only with what must stay").isEmpty();
    }
    world
        .limits
        .maxAge()
        .ifPresent(age -> assertThat(kept)
            .filteredOn(job -> !world.inUse.contains(job.name()))
            .allSatisfy(job ->
                assertThat(job.last().plus(age).plus(ClockSkew.MOST)).isAfterOrEqualTo(NOW)));
  }

  @Test
  void a_sweep_that_ends_anywhere_comes_to_the_same_in_the_end() {
    inEachWorld(RetentionPropertiesTest::converges);
  }

  private static void converges(int seed) {
    var whole = new World(new Random(seed));
    whole.sweep(Integer.MAX_VALUE);
    var broken = new World(new Random(seed));
    var random = new Random(-seed);
    var tries = 0;
    while (!broken.sweep(random.nextInt(8))) {
      assertThat(tries++).as("it comes to an end").isLessThan(10_000);
      assertThat(halfDeleted(broken, new World(new Random(seed))))
          .as("a link to each of them says that it is deleted")
          .allMatch(broken.tombstones::contains);
    }

    assertThat(broken.objects.keySet()).isEqualTo(whole.objects.keySet());
    assertThat(broken.tombstones).isEqualTo(whole.tombstones);
    assertThat(broken.due()).as("nothing is left to do").isEmpty();
  }

  private static Set<String> halfDeleted(World now, World before) {
    return before.jobs().stream()
        .filter(job -> now.keys(job).size() < before.keys(job).size())
        .collect(Collectors.toSet());
  }

  @Test
  void the_order_of_the_listing_is_no_matter() {
    inEachWorld(RetentionPropertiesTest::addsUpInAnyOrder);
  }

  private static void addsUpInAnyOrder(int seed) {
    var world = new World(new Random(seed));
    var shuffled = new ArrayList<>(world.objects.values());
    Collections.shuffle(shuffled, new Random(seed));
    var tally = new Tally(FOLDER);
    shuffled.forEach(tally);

    assertThat(tally.jobs()).containsExactlyInAnyOrderElementsOf(world.tally().jobs());
    assertThat(tally.bytes())
        .isEqualTo(world.objects.values().stream().mapToLong(Listed::bytes).sum());
  }
}
