package dev.hotspotter.pyroscope;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.telemetry.OperatorMetrics;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what ended jobs recorded to Pyroscope, one recording at a time. The jobs are the queue: what is in memory here is made
 * again from those that do not say yet what has become of their recordings.
 */
public final class Pushes implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Pushes.class);

  private static final Retry RETRY = new GenericRetry()
      .setInitialInterval(1_000)
      .setIntervalMultiplier(2)
      .setMaxInterval(60_000)
      .withoutMaxAttempts();

  private static final Duration AFTER_A_FAULT = Duration.ofMinutes(1);

  private final Optional<BiFunction<ProfileJob, RecordingStatus, PushOutcome>> sender;
  private final Duration patience;
  private final OperatorMetrics metrics;
  private final Clock clock;
  private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().daemon().name("pyroscope").factory());
  private volatile Consumer<ProfileJob> whenDone = job -> {};

  /** The line, in the order of their turns, by the jobs' uids. */
  private final Map<String, Waiting> line = new LinkedHashMap<>();

  private boolean atWork;

  /** Of one instance of Pyroscope, so it is not held against one job that it does not answer. */
  private RetryExecution pauses = RETRY.initExecution();

  /** A job, and what has come of its recordings, by target key; the one that was tried last is the last. */
  private record Waiting(ProfileJob job, LinkedHashMap<String, PushOutcome> outcomes) {}

  /** One try. */
  private record Turn(ProfileJob job, RecordingStatus target) {}

  /** Without a sender nothing is sent, and nothing said about it. */
  public Pushes(
      Optional<BiFunction<ProfileJob, RecordingStatus, PushOutcome>> sender,
      Duration patience,
      OperatorMetrics metrics,
      Clock clock) {
    this.sender = sender;
    this.patience = patience;
    this.metrics = metrics;
    this.clock = clock;
  }

  public void whenDone(Consumer<ProfileJob> listener) {
    whenDone = listener;
  }

  /** Whether something of this ended job may still be sent, or has to be said. */
  public boolean follows(ProfileJob job) {
    return sender.isPresent() && !PushPlan.isTold(job);
  }

  /** The ended job's status as it should be now; what is left to send stands in the line. Only for a job that is followed. */
  public synchronized ProfileJobStatus follow(ProfileJob job) {
    var uid = job.getMetadata().getUid();
    var known = Optional.ofNullable(line.get(uid));
    var plan = plan(job, known);
    if (!plan.open().isEmpty()) {
      line.put(uid, new Waiting(job, known.map(Waiting::outcomes).orElseGet(LinkedHashMap::new)));
    }
    if (!plan.toSend().isEmpty() && !atWork) {
      atWork = true;
      workAfter(Duration.ZERO);
    }
    return ProfileJobStatusBuilder.builder(job.getStatus())
        .conditions(plan.among(job.getStatus().conditions()))
        .build();
  }

  /** Keeps nothing of a job that says for good what has become of its recordings. */
  public synchronized void told(ProfileJob job) {
    if (PushPlan.isTold(job)) {
      forget(job.getMetadata().getUid());
    }
  }

  /** What is not sent of it by now is not sent any more. */
  public synchronized void forget(String jobUid) {
    Optional.ofNullable(line.get(jobUid))
        .ifPresent(waiting -> metrics.pushesGivenUp(plan(waiting).open().size()));
    line.remove(jobUid);
  }

  /** The uids of the jobs in the line. */
  public synchronized Set<String> jobs() {
    return Set.copyOf(line.keySet());
  }

  /** How many recordings are in the line. */
  public synchronized int waiting() {
    return line.values().stream().mapToInt(each -> plan(each).open().size()).sum();
  }

  private void work() {
    try {
      overdue().forEach(whenDone);
      next().ifPresent(turn -> workAfter(take(turn)));
    } catch (RuntimeException | Error e) {
      LOG.error(
          "sending to Pyroscope failed, trying again after {} s", AFTER_A_FAULT.toSeconds(), e);
      workAfter(AFTER_A_FAULT);
    }
  }

  /** Their passes say that they are given up. */
  private synchronized List<ProfileJob> overdue() {
    return line.values().stream()
        .map(Waiting::job)
        .filter(job -> clock.instant().isAfter(PushPlan.deadline(job, patience)))
        .toList();
  }

  private synchronized Optional<Turn> next() {
    for (var each : line.values()) {
      var tried = List.copyOf(each.outcomes().keySet());
      var least = plan(each).toSend().stream()
          .min(Comparator.comparing(target -> tried.indexOf(Snapshot.key(target))));
      if (least.isPresent()) {
        return least.map(target -> new Turn(each.job(), target));
      }
    }
    atWork = false;
    return Optional.empty();
  }

  /** Returns how long to wait before the next try, of whatever recording. */
  private Duration take(Turn turn) {
    var outcome = sender.orElseThrow().apply(turn.job(), turn.target());
    metrics.pushed(outcome.word());
    if (!(outcome instanceof PushOutcome.Sent)) {
      LOG.warn(
          "the recording of pod {} is not in Pyroscope: {}",
          turn.target().pod(),
          outcome.message());
    }
    var pause = keep(turn, outcome);
    whenDone.accept(turn.job());
    return pause;
  }

  private synchronized Duration keep(Turn turn, PushOutcome outcome) {
    Optional.ofNullable(line.remove(turn.job().getMetadata().getUid())).ifPresent(waiting -> {
      waiting.outcomes().remove(Snapshot.key(turn.target()));
      waiting.outcomes().put(Snapshot.key(turn.target()), outcome);
      line.put(turn.job().getMetadata().getUid(), waiting);
    });
    if (outcome instanceof PushOutcome.Postponed postponed) {
      var own = jittered(pauses.nextDelay().orElseThrow());
      return own.compareTo(postponed.pause()) < 0 ? postponed.pause() : own;
    }
    pauses = RETRY.initExecution();
    return Duration.ZERO;
  }

  /** Many clusters may send to one Pyroscope, and have begun to wait at the same time. */
  private static Duration jittered(long millis) {
    return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2));
  }

  private void workAfter(Duration pause) {
    if (!worker.isShutdown()) {
      worker.schedule(this::work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private PushPlan plan(Waiting waiting) {
    return plan(waiting.job(), Optional.of(waiting));
  }

  private PushPlan plan(ProfileJob job, Optional<Waiting> waiting) {
    return PushPlan.of(job, waiting.map(Waiting::outcomes), patience, clock.instant());
  }

  /** What is not sent is taken up by the next operator. */
  @Override
  public void close() {
    worker.shutdownNow();
  }
}
