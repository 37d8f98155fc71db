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

/** Sends the recordings of ended jobs to Pyroscope, one at a time; the jobs' passes queue them. */
public final class PushQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PushQueue.class);

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

  /** The jobs with unsent recordings in the order of their turns, by uid. */
  private final Map<String, Waiting> line = new LinkedHashMap<>();

  private boolean atWork;

  /** All jobs share the pauses, because there is one Pyroscope. Only the worker uses them. */
  private RetryExecution pauses = RETRY.initExecution();

  /** A job and the outcomes of its attempts by target key, the latest attempt last. */
  private record Waiting(ProfileJob job, LinkedHashMap<String, PushOutcome> outcomes) {}

  /** The recording to send next. */
  private record Turn(ProfileJob job, RecordingStatus target) {}

  /** Without a sender, no job is unsettled, and nothing is sent. */
  public PushQueue(
      Optional<BiFunction<ProfileJob, RecordingStatus, PushOutcome>> sender,
      Duration patience,
      OperatorMetrics metrics,
      Clock clock) {
    this.sender = sender;
    this.patience = patience;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** The listener gets each job whose status may change. */
  public void whenDone(Consumer<ProfileJob> listener) {
    whenDone = listener;
  }

  /** True for an ended job whose recordings are not settled. */
  public boolean isUnsettled(ProfileJob job) {
    return sender.isPresent() && !PushPlan.isSettled(job);
  }

  /** Queues the unsent recordings of an unsettled job, and returns its status as it should be now. */
  public synchronized ProfileJobStatus enqueue(ProfileJob job) {
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
        .conditions(plan.addedTo(job.getStatus().conditions()))
        .build();
  }

  /** Forgets a job whose published status settles its recordings. */
  public void forgetSettled(ProfileJob job) {
    if (PushPlan.isSettled(job)) {
      forget(job.getMetadata().getUid());
    }
  }

  /** Drops the job's unsent recordings and counts them as given up. */
  public synchronized void forget(String jobUid) {
    var waiting = line.remove(jobUid);
    if (waiting != null) {
      metrics.pushesGivenUp(plan(waiting).open().size());
    }
  }

  /** The uids of the queued jobs. */
  public synchronized Set<String> jobs() {
    return Set.copyOf(line.keySet());
  }

  /** The number of queued recordings. */
  public synchronized int waiting() {
    return line.values().stream().mapToInt(each -> plan(each).open().size()).sum();
  }

  private void work() {
    try {
      overdue().forEach(whenDone);
      next().ifPresent(turn -> workAfter(send(turn)));
    } catch (RuntimeException | Error e) {
      LOG.error("sending to Pyroscope failed; retrying in {} s", AFTER_A_FAULT.toSeconds(), e);
      workAfter(AFTER_A_FAULT);
    }
  }

  /** The jobs whose next pass gives their recordings up. */
  private synchronized List<ProfileJob> overdue() {
    return line.values().stream()
        .map(Waiting::job)
        .filter(job -> clock.instant().isAfter(PushPlan.deadline(job, patience)))
        .toList();
  }

  private synchronized Optional<Turn> next() {
    for (var each : line.values()) {
      var tried = List.copyOf(each.outcomes().keySet());
      var first = plan(each).toSend().stream()
          .min(Comparator.comparing(target -> tried.indexOf(Snapshot.key(target))));
      if (first.isPresent()) {
        return first.map(target -> new Turn(each.job(), target));
      }
    }
    atWork = false;
    return Optional.empty();
  }

  /** Returns the pause before the next attempt, whichever recording it is for. */
  private Duration send(Turn turn) {
    var outcome = sender.orElseThrow().apply(turn.job(), turn.target());
    metrics.pushed(outcome.word());
    if (!(outcome instanceof PushOutcome.Sent)) {
      LOG.warn(
          "the recording of pod {} is not in Pyroscope: {}",
          turn.target().pod(),
          outcome.message());
    }
    keep(turn, outcome);
    whenDone.accept(turn.job());
    return pauseAfter(outcome);
  }

  private synchronized void keep(Turn turn, PushOutcome outcome) {
    var uid = turn.job().getMetadata().getUid();
    Optional.ofNullable(line.remove(uid)).ifPresent(waiting -> {
      waiting.outcomes().putLast(Snapshot.key(turn.target()), outcome);
      line.put(uid, waiting);
    });
  }

  private Duration pauseAfter(PushOutcome outcome) {
    if (outcome instanceof PushOutcome.Postponed postponed) {
      var pause = jittered(pauses.nextDelay().orElseThrow());
      return pause.compareTo(postponed.pause()) < 0 ? postponed.pause() : pause;
    }
    pauses = RETRY.initExecution();
    return Duration.ZERO;
  }

  /** Spreads the attempts of clusters that share a Pyroscope and lost it at the same time. */
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

  /** Stops at once; the next operator sends the rest. */
  @Override
  public void close() {
    worker.shutdownNow();
  }
}
