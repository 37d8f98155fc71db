package dev.hotspotter.telemetry;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Hotspotter's own metrics, as Prometheus reads them from an operator with one finished job. */
final class SampleScrape {

  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (hotspotter_\\w+) (\\w+)$");
  private static final Pattern HELP = Pattern.compile("(?m)^# HELP (hotspotter_\\w+) (.+)$");
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^(hotspotter_\\w+?)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  private final String text;

  SampleScrape() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var job = Jobs.running(Jobs.job(Event.CPU));
    var merged = Optional.<MergeOutcome>of(new MergeOutcome.Merged(
        Set.of("a/app"), Hottest.of("Message.uniqueId", 31.4), Optional.empty()));
    job.setStatus(new StatusDraft("http://localhost:8080", job, Jobs.START.plusSeconds(62))
        .running(List.of(Targets.succeeded("a")), merged));
    JobMetrics.register(
        registry.getPrometheusRegistry(), () -> List.of(job), () -> List.of(job), true);
    new OperatorMetrics(registry);
    new RetentionMetrics(registry.getPrometheusRegistry()).swept(Jobs.START);
    RetentionMetrics.store(
        registry.getPrometheusRegistry(), () -> Optional.of(1L), Optional.of(10L));
    OperatorMetrics.waitingPushes(registry, () -> 0);
    StateMetrics.register(
        registry.getPrometheusRegistry(),
        "http://localhost:8080",
        () -> true,
        new Health(Optional::empty, () -> true, Optional::empty));
    text = registry.scrape();
  }

  /** The help texts of all metrics, by name. */
  Map<String, String> help() {
    var help = new TreeMap<String, String>();
    HELP.matcher(text).results().forEach(line -> help.put(line.group(1), line.group(2)));
    return help;
  }

  /** The types of all metrics, by name. */
  Map<String, String> types() {
    var types = new TreeMap<String, String>();
    TYPE.matcher(text).results().forEach(line -> types.put(line.group(1), line.group(2)));
    return types;
  }

  /**
   * The label names of all samples, by the sample's name. A summary's samples have other names than
   * the summary.
   */
  Map<String, Set<String>> labels() {
    var labels = new LinkedHashMap<String, Set<String>>();
    SAMPLE.matcher(text).results().forEach(line -> {
      var names = labels.computeIfAbsent(line.group(1), name -> new TreeSet<>());
      Optional.ofNullable(line.group(2))
          .ifPresent(
              all -> LABEL.matcher(all).results().forEach(label -> names.add(label.group(1))));
    });
    return labels;
  }
}
