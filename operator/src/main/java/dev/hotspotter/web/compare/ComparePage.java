package dev.hotspotter.web.compare;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.Templates;
import dev.hotspotter.web.access.AuditLog;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.compare.Comparisons.Asked;
import dev.hotspotter.web.jobs.Artifacts;
import dev.hotspotter.web.jobs.ETags;
import dev.hotspotter.web.jobs.FileHandler;
import dev.hotspotter.web.jobs.FramedGraph;
import dev.hotspotter.web.jobs.JobSummary;
import dev.hotspotter.web.jobs.NotFoundOrGone;
import dev.hotspotter.web.jobs.Reports;
import dev.hotspotter.web.jobs.SucceededJobs;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The page with two recordings or jobs side by side, both visible to the viewer. */
public final class ComparePage {

  private static final int MOST_CHOICES = 100;
  private static final int MOST_READ = 20;

  private final Supplier<Collection<ProfileJob>> jobs;
  private final SucceededJobs finished;
  private final Artifacts artifacts;
  private final CachedComparisons comparisons;

  public ComparePage(
      Supplier<Collection<ProfileJob>> jobs,
      SucceededJobs finished,
      Artifacts artifacts,
      CachedComparisons comparisons) {
    this.jobs = jobs;
    this.finished = finished;
    this.artifacts = artifacts;
    this.comparisons = comparisons;
  }

  /** Both sides of a query, with their reports. */
  private record Pair(CompareQuery query, ComparedSide a, ComparedSide b, Event event) {

    List<Event> events() {
      return a.events().stream().filter(b.events()::contains).toList();
    }

    Asked asked() {
      var title = "%s of %s against %s, scaled to as many samples"
          .formatted(event.word(), b.title(), a.title());
      return new Asked(event, a.stacks(event), b.stacks(event), title);
    }
  }

  public void show(Context ctx) throws IOException {
    var query = query(ctx);
    if (query.before() != null) {
      findEarlier(ctx, query);
      return;
    }
    if (!query.isComplete()) {
      choose(ctx, query);
      return;
    }
    var pair = pair(query);
    var compared = comparisons.get(ctx, pair.asked());
    var model = new HashMap<String, Object>();
    model.put("query", query);
    model.put("a", pair.a());
    model.put("b", pair.b());
    model.put("event", pair.event());
    model.put("events", pair.events());
    model.put("differences", compared.differences());
    model.put("hasGraph", compared.flameGraph().length > 0);
    audit(ctx, pair, 0);
    Templates.render(ctx, "compare.jte", model);
  }

  /** The page shows stacks of both sides. */
  private static void audit(Context ctx, Pair pair, long bytes) {
    for (var side : List.of(pair.a(), pair.b())) {
      AuditLog.read(ctx, side.side().folder(), "comparison-" + pair.event().word(), bytes);
    }
  }

  /**
   * The differential flame graph alone. It holds text of recordings, so it is as confined as their
   * files.
   */
  public void graph(Context ctx) throws IOException {
    var query = query(ctx);
    if (!query.isComplete()) {
      Gate.check(ctx, Optional.empty());
      throw new BadRequestResponse("name both jobs: a and b");
    }
    var pair = pair(query);
    var compared = comparisons.get(ctx, pair.asked());
    if (compared.flameGraph().length == 0) {
      throw new NotFoundResponse("there is no differential flame graph: "
          + compared.differences().verdict().message());
    }
    if (FramedGraph.isAsked(ctx)) {
      FramedGraph.show(
          ctx,
          "Differential flame graph of " + pair.event().word(),
          "/compare?" + query.query(pair.event()));
      return;
    }
    ctx.header("Content-Security-Policy", FileHandler.GRAPH_POLICY)
        .header("Vary", FramedGraph.VARY);
    if (FramedGraph.isToBeSaved(ctx)) {
      ctx.header(
          "Content-Disposition",
          "attachment; filename=\"%s-against-%s-%s.html\""
              .formatted(
                  pair.b().report().name(),
                  pair.a().report().name(),
                  pair.event().word()));
    }
    audit(ctx, pair, compared.flameGraph().length);
    if (!ETags.isKnown(ctx, ETags.weak(compared.flameGraph()))) {
      ctx.contentType("text/html; charset=utf-8").result(compared.flameGraph());
    }
  }

  /** Redirects to the newest job that is old enough, so that the address names both jobs. */
  private void findEarlier(Context ctx, CompareQuery query) throws IOException {
    var b = side(query.b());
    var events = query.event() == null ? b.events() : List.of(query.event());
    var found = finished.before(b.side().namespace(), b.start(), b.targets(), events);
    var latest = b.start().minus(query.before().duration());
    var oldEnough = withReport(
        found.jobs().stream().filter(job -> !job.start().isAfter(latest)).toList());
    if (oldEnough.isPresent() && found.complete()) {
      ctx.redirect("/compare?" + query.against(oldEnough.get()), HttpStatus.SEE_OTHER);
      return;
    }
    var model = new HashMap<String, Object>();
    model.put("query", query);
    model.put("b", b);
    model.put("age", query.before());
    model.put("newest", oldEnough.orElse(null));
    model.put("oldest", withReport(found.jobs().reversed()).orElse(null));
    model.put("complete", found.complete());
    Templates.render(ctx, "earlier.jte", model);
  }

  /** The first of these jobs with a report: the store may delete a report before its job. */
  private Optional<JobSummary> withReport(List<JobSummary> jobs) throws IOException {
    for (var job : jobs.subList(0, Math.min(MOST_READ, jobs.size()))) {
      if (Reports.read(artifacts, job.folder()).isPresent()) {
        return Optional.of(job);
      }
    }
    return Optional.empty();
  }

  /** A viewer who may not see one of the two gets the same answer, whether it exists or not. */
  private static CompareQuery query(Context ctx) {
    var query = CompareQuery.of(new RequestParameters(ctx.queryParamMap()));
    query.namespaces().forEach(namespace -> Gate.check(ctx, Optional.of(namespace)));
    return query;
  }

  private Pair pair(CompareQuery query) throws IOException {
    var a = side(query.a());
    var b = side(query.b());
    var pair = new Pair(query, a, b, query.event());
    if (query.event() == null) {
      var first = pair.events().stream().findFirst();
      return new Pair(
          query,
          a,
          b,
          first.orElseThrow(() ->
              new NotFoundResponse("the two recordings have no event in common; choose others")));
    }
    if (!pair.events().contains(query.event())) {
      throw new NotFoundResponse("the two recordings do not both have %s; choose from %s"
          .formatted(
              query.event().word(),
              pair.events().stream().map(Event::word).collect(Collectors.joining(", "))));
    }
    return pair;
  }

  private ComparedSide side(CompareQuery.Side side) throws IOException {
    var found = Reports.find(artifacts, side.folder())
        .map(report -> new ComparedSide(side, report.report(), report.version()))
        .filter(report -> !report.targets().isEmpty());
    if (found.isEmpty()) {
      throw NotFoundOrGone.in(
          artifacts,
          side.folder(),
          "there is no report of %s, or no such target in it".formatted(side.value()));
    }
    return found.get();
  }

  /** The form to choose the missing jobs. */
  private void choose(Context ctx, CompareQuery query) throws IOException {
    var chosen = Optional.ofNullable(query.a() == null ? query.b() : query.a());
    var namespace = chosen.map(CompareQuery.Side::namespace).orElse(query.namespace());
    if (namespace.isEmpty()) {
      Gate.visible(
          ctx, jobs.get().stream().map(job -> job.getMetadata().getNamespace()).toList());
      ctx.redirect("/", HttpStatus.SEE_OTHER);
      return;
    }
    var model = new HashMap<String, Object>();
    model.put("query", query);
    model.put("namespace", namespace);
    model.put("jobs", finished.in(namespace).jobs().stream().limit(MOST_CHOICES).toList());
    Templates.render(ctx, "choose.jte", model);
  }
}
