package dev.hotspotter;

import dev.hotspotter.cluster.AccessReviews;
import dev.hotspotter.cluster.Leadership;
import dev.hotspotter.collect.Attempts;
import dev.hotspotter.collect.Baselines;
import dev.hotspotter.collect.Comparer;
import dev.hotspotter.collect.JobMerger;
import dev.hotspotter.collect.RecordingRenderer;
import dev.hotspotter.collect.Renderings;
import dev.hotspotter.collect.WorkFolder;
import dev.hotspotter.config.OperatorConfig;
import dev.hotspotter.inject.SidecarInjector;
import dev.hotspotter.inject.StopOrders;
import dev.hotspotter.observe.Observer;
import dev.hotspotter.publish.EventRecorder;
import dev.hotspotter.publish.Publisher;
import dev.hotspotter.pyroscope.PushQueue;
import dev.hotspotter.pyroscope.PyroscopeClient;
import dev.hotspotter.pyroscope.PyroscopeSettings;
import dev.hotspotter.pyroscope.RecordingPusher;
import dev.hotspotter.reconcile.ActionRunner;
import dev.hotspotter.reconcile.Capacity;
import dev.hotspotter.reconcile.JobCache;
import dev.hotspotter.reconcile.JobEventSource;
import dev.hotspotter.reconcile.JobWatch;
import dev.hotspotter.reconcile.ProfileJobReconciler;
import dev.hotspotter.reconcile.Selector;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.select.Nodes;
import dev.hotspotter.select.TargetPods;
import dev.hotspotter.storage.StoreHealth;
import dev.hotspotter.telemetry.Health;
import dev.hotspotter.telemetry.JobMetrics;
import dev.hotspotter.telemetry.JvmMeters;
import dev.hotspotter.telemetry.OperatorMetrics;
import dev.hotspotter.telemetry.StateMetrics;
import dev.hotspotter.telemetry.TelemetryServer;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.server.Pages;
import dev.hotspotter.web.server.WebServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the operator from its configuration, starts it and stops it. */
public final class HotspotterOperator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HotspotterOperator.class);
  private static final Duration GRACE = Duration.ofSeconds(10);
  /** A pass takes milliseconds; more threads would only take memory. */
  private static final int PASSES_AT_ONCE = 10;
  /** The most bytes of stacks of both sides, so that a comparison delays running jobs by seconds at most. */
  private static final long MOST_COMPARED = 64 << 20;
  /** A start that takes longer ends the operator, which says why. */
  private static final Duration LONGEST_SYNC = Duration.ofSeconds(100);

  private final FirstContact contact;
  private final TargetPods pods;
  private final Set<String> namespaces;
  private final Operator operator;
  private final Optional<Leadership> leadership;
  private final JvmMeters jvm;
  private final RenderPool renderPool;
  private final PushQueue pushes;
  private final StoreKeeping keeping;
  private final Optional<PyroscopeClient> pyroscope;
  private final StoreHealth storeHealth;
  private final Health health;
  private final TelemetryServer telemetry;
  private final WebServer web;
  /** A second client: access reviews and jobs do not wait for each other's connections. */
  private final KubernetesClient reviewClient;

  HotspotterOperator(OperatorConfig config, KubernetesClient client, Clock clock) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    jvm = new JvmMeters(registry);
    var metrics = new OperatorMetrics(registry);
    pods = new TargetPods(client, clock);
    namespaces = config.namespaces();
    contact = new FirstContact(new StartCheck(client, namespaces)::problem, clock);
    var events = new EventRecorder(client, clock);
    var jobs = new JobCache(client);
    JobMetrics.register(
        registry.getPrometheusRegistry(), jobs, jobs::unreadable, config.metricsNames());

    keeping = StoreKeeping.of(
        config, client, jobs::existing, this::mayDelete, registry.getPrometheusRegistry(), clock);
    var store = keeping.store();
    storeHealth = new StoreHealth(store::problem);

    renderPool = new RenderPool(config.renderThreads(), config.renderBudget());
    var maxBytes = config.sidecar().maxRecordingBytes();
    var attempts = new Attempts(store);
    var code = config.applicationCode();
    var comparer = new Comparer(new Baselines(jobs, store), store, maxBytes, code);
    var renderings = new Renderings(
        renderPool,
        new RecordingRenderer(store, 2 * maxBytes, attempts, code, metrics),
        new JobMerger(store, maxBytes, attempts, code, comparer),
        clock);
    pyroscope = config.pyroscope().map(settings -> new PyroscopeClient(settings, clock));
    pushes = new PushQueue(
        pyroscope.map(sink -> new RecordingPusher(store, 2 * maxBytes, sink)),
        config.pyroscope().map(PyroscopeSettings::patience).orElse(Duration.ZERO),
        metrics,
        clock);
    OperatorMetrics.waitingPushes(registry, pushes::waiting);
    var actions = new ActionRunner(
        new SidecarInjector(client, store, config.sidecar(), clock),
        new StopOrders(store),
        renderings,
        events,
        metrics,
        this::isLeading);
    var capacity = new Capacity(jobs, config.limits());
    var reconciler = new ProfileJobReconciler(
        new Selector(
            pods,
            new Nodes(client),
            storeHealth::problem,
            keeping.quotas(),
            config.sidecar().maxPerPod(),
            config.limits(),
            jobs,
            clock),
        new Observer(
            pods,
            store,
            storeHealth::problem,
            renderings::rendered,
            renderings::merged,
            jobs::harmedImages),
        actions,
        new Publisher(client, events, metrics),
        pushes,
        keeping.sweeper()::nudge,
        new JobEventSource(
            pods, renderings, pushes, capacity, jobs, actions, keeping.sweeper()::nudge),
        jobs,
        capacity,
        this::isLeading,
        clock,
        config.web().url());

    leadership =
        Leadership.of(client, config.leaseNamespace(), config.identity(), () -> System.exit(1));
    operator = new Operator(o -> configure(o, config, client, registry));
    operator.register(
        reconciler,
        JobWatch.over(
            namespaces, operator.getConfigurationService().getConfigurationFor(reconciler)));
    health = new Health(
        this::startProblem,
        () -> operator.getRuntimeInfo().allEventSourcesAreHealthy(),
        storeHealth::problem);
    StateMetrics.register(
        registry.getPrometheusRegistry(), config.web().url(), this::isLeading, health);
    telemetry = new TelemetryServer(config.metricsPort(), registry, health);
    reviewClient =
        new KubernetesClientBuilder().withConfig(client.getConfiguration()).build();
    web = new WebServer(
        config.web(),
        Gate.of(config.web(), new AccessReviews(reviewClient, config.web().audiences())),
        new Pages(
            config.web(),
            jobs,
            jobs::unabridged,
            namespaces,
            keeping.artifacts(),
            new StackComparisons(store, renderPool, code, Math.min(maxBytes, MOST_COMPARED)),
            new ClusterSubmissions(client),
            clock));
  }

  private void configure(
      ConfigurationServiceOverrider o,
      OperatorConfig config,
      KubernetesClient client,
      PrometheusMeterRegistry registry) {
    o.withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .withConcurrentReconciliationThreads(PASSES_AT_ONCE)
        .withMetrics(MicrometerMetricsV2.newBuilder(registry).build())
        .withCacheSyncTimeout(LONGEST_SYNC)
        .withReconciliationTerminationTimeout(GRACE);
    if (!config.leaseNamespace().isEmpty()) {
      o.withLeaderElectionConfiguration(
          LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(Leadership.NAME)
              .withLeaseNamespace(config.leaseNamespace())
              .withIdentity(config.identity())
              .withLeaderCallbacks(leadership.orElseThrow().callbacks())
              .build());
    }
  }

  /** True once all ProfileJobs are known, also on an instance that does not lead. */
  private boolean hasStarted() {
    return operator.getRuntimeInfo().isStarted();
  }

  private Optional<String> startProblem() {
    return hasStarted() ? Optional.empty() : Optional.of(contact.state());
  }

  /** True if this instance may delete files of unknown jobs: it leads and knows all jobs. */
  private boolean mayDelete() {
    return hasStarted() && isLeading();
  }

  /** True if this instance holds the lease; without a lease, once it has started. */
  private boolean isLeading() {
    return leadership.map(Leadership::leads).orElseGet(this::hasStarted);
  }

  /**
   * Returns when all ProfileJobs are known; other threads do the work from then on.
   *
   * @throws FirstContact.StartException if the operator cannot read ProfileJobs
   */
  void start() {
    LOG.info("telemetry on port {}, pages on port {}", telemetry.port(), web.port());
    storeHealth.start();
    contact.await();
    try {
      pods.checkAccess(namespaces);
    } catch (KubernetesClientException e) {
      LOG.error(
          "cannot read pods for jobs ({}); check rbac and watchNamespaces in the chart's values",
          e.getMessage());
    }
    operator.start();
    keeping.sweeper().start();
  }

  int webPort() {
    return web.port();
  }

  int telemetryPort() {
    return telemetry.port();
  }

  /** Finishes the work at hand; the next operator continues from jobs, pods and store. */
  @Override
  public void close() {
    var mayLead = hasStarted();
    leadership.ifPresent(Leadership::close);
    operator.stop();
    leadership.filter(l -> mayLead).ifPresent(Leadership::giveBack);
    keeping.sweeper().close();
    pushes.close();
    pyroscope.ifPresent(PyroscopeClient::close);
    renderPool.close();
    storeHealth.close();
    web.close();
    reviewClient.close();
    telemetry.close();
    jvm.close();
  }

  /** Runs until the process is told to stop. */
  public static void main(String[] args) {
    try {
      var config = OperatorConfig.fromEnv(System.getenv());
      WorkFolder.deleteLeftovers(Path.of(System.getProperty("java.io.tmpdir")));
      var hotspotter = new HotspotterOperator(config, StartCheck.connect(), Clock.systemUTC());
      Runtime.getRuntime().addShutdownHook(new Thread(hotspotter::close, "shutdown"));
      hotspotter.start();
    } catch (IllegalArgumentException e) {
      LOG.error("the configuration is invalid: {}", e.getMessage());
      System.exit(2);
    } catch (FirstContact.StartException e) {
      LOG.error("the operator cannot start: {}", e.getMessage());
      System.exit(1);
    } catch (RuntimeException | Error e) {
      // the servers' threads would keep an idle process alive
      LOG.error("the operator cannot start", e);
      System.exit(1);
    }
  }
}
