package dev.hotspotter.retention;

import dev.hotspotter.storage.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sweeps the store at intervals, and soon after an event that may require it. */
public final class Sweeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final Duration LEAST_PAUSE = Duration.ofSeconds(5);

  /** The pause after a sweep is at least this many times as long as the sweep. */
  private static final int PAUSE_FACTOR = 20;

  private final Sweep sweep;
  private final Ledger ledger;
  private final BooleanSupplier mayDelete;
  private final Clock clock;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().daemon().name("retention").factory());
  private volatile boolean asked;
  private Instant earliest = Instant.MIN;
  private Instant latest = Instant.MIN;

  /** Sweeps nothing while mayDelete is false. */
  public Sweeper(Sweep sweep, Ledger ledger, BooleanSupplier mayDelete, Clock clock) {
    this.sweep = sweep;
    this.ledger = ledger;
    this.mayDelete = mayDelete;
    this.clock = clock;
  }

  public void start() {
    timer.scheduleWithFixedDelay(this::turn, 1, 1, TimeUnit.SECONDS);
  }

  /** Notes that a job of this namespace has ended or was deleted. */
  public void nudge(String namespace) {
    ledger.changed(namespace);
    asked = true;
  }

  private void turn() {
    var now = clock.instant();
    if (!mayDelete.getAsBoolean() || now.isBefore(asked ? earliest : latest)) {
      return;
    }
    asked = false;
    try {
      sweep.all();
    } catch (StoreException e) {
      LOG.warn("the object store cannot be listed, so nothing is deleted: {}", e.getMessage());
    } catch (RuntimeException | Error e) {
      // an exception would stop the timer
      LOG.error("the sweep failed, so nothing more is deleted", e);
    }
    plan(now, clock.instant());
  }

  private void plan(Instant begin, Instant end) {
    var pause = Duration.between(begin, end).multipliedBy(PAUSE_FACTOR);
    earliest = end.plus(pause.compareTo(LEAST_PAUSE) > 0 ? pause : LEAST_PAUSE);
    // operators that share a store should not all list it at the same time
    var next = end.plusMillis(
        (long) (EVERY.toMillis() * ThreadLocalRandom.current().nextDouble(0.9, 1.1)));
    latest = earliest.isAfter(next) ? earliest : next;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
