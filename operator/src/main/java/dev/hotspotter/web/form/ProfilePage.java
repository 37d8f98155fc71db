package dev.hotspotter.web.form;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.Templates;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.access.BearerToken;
import dev.hotspotter.web.access.FormBody;
import dev.hotspotter.web.access.FormTokens;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.access.RefusalLog;
import dev.hotspotter.web.access.Right;
import dev.hotspotter.web.access.SameOrigin;
import dev.hotspotter.web.access.Viewer;
import dev.hotspotter.web.form.Submissions.Outcome;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HttpStatus;
import io.javalin.http.ServiceUnavailableResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page with the form that creates a ProfileJob, or shows its YAML. */
public final class ProfilePage {

  /**
   * The annotation with the requester's name. Only jobs from these pages have it from the server.
   */
  public static final String REQUESTED_BY = "hotspotter.dev/requested-by";

  private static final Logger LOG = LoggerFactory.getLogger(ProfilePage.class);

  private final WebSettings settings;
  private final Supplier<Collection<ProfileJob>> jobs;
  private final Set<String> watched;
  private final Submissions submissions;
  private final FormTokens tokens;
  private final SameOrigin origin;

  /** Jobs by folder: the browser opens a job's page before the operator's watch has the job. */
  private final Cache<String, ProfileJob> created = Caffeine.newBuilder()
      .maximumSize(100)
      .expireAfterWrite(Duration.ofSeconds(30))
      .build();

  /** The namespaces that the operator watches; none means all. */
  public ProfilePage(
      WebSettings settings,
      Supplier<Collection<ProfileJob>> jobs,
      Set<String> watched,
      Submissions submissions,
      FormTokens tokens) {
    this.settings = settings;
    this.jobs = jobs;
    this.watched = watched;
    this.submissions = submissions;
    this.tokens = tokens;
    this.origin = new SameOrigin(settings.url());
  }

  public Optional<ProfileJob> justCreated(String folder) {
    return Optional.ofNullable(created.getIfPresent(folder));
  }

  /** The form, with the values of a link. */
  public void show(Context ctx) {
    var form = ProfileForm.of(new RequestParameters(ctx.queryParamMap()));
    if (form.namespace().isEmpty()) {
      Gate.visible(
          ctx,
          jobs.get().stream()
              .map(job -> job.getMetadata().getNamespace())
              .collect(Collectors.toSet()));
    } else {
      Gate.check(ctx, Optional.of(form.namespace()));
    }
    render(ctx, form, ctx.queryParamMap().isEmpty() ? List.of() : form.problems());
  }

  /** The sent form: shows the YAML, or creates the job. */
  public void submit(Context ctx) {
    var parameters = FormBody.read(ctx);
    if (!origin.holds(ctx)) {
      throw new ForbiddenResponse(
          "another site sent this form; open /profile and send it from there");
    }
    var form = ProfileForm.of(parameters);
    if (form.namespace().isEmpty()) {
      throw RequestParameters.mustBe("namespace", "a namespace's name");
    }
    Gate.check(ctx, Optional.of(form.namespace()));
    if (parameters.one("show").isPresent()) {
      render(ctx, form, form.problems());
      return;
    }
    var viewer = Gate.viewer(ctx)
        .filter(someone -> settings.createJobs())
        .orElseThrow(
            () -> new ForbiddenResponse(
                "these pages do not create jobs; /profile has the kubectl command, or set web.createJobs=true"));
    if (!form.problems().isEmpty()) {
      refuse(ctx, HttpStatus.UNPROCESSABLE_CONTENT, form, form.problems());
    } else if (!tokens.accepts(viewer, parameters.one("token").orElse(""))) {
      refuse(
          ctx,
          HttpStatus.FORBIDDEN,
          form,
          List.of(
              "this form was shown too long ago, or to someone else; look at it and send it again"));
    } else if (!isWatched(form)) {
      refuse(
          ctx,
          HttpStatus.UNPROCESSABLE_CONTENT,
          form,
          List.of(
              "the operator does not watch this namespace; add it to watchNamespaces in the chart's values"));
    } else {
      create(ctx, form, viewer);
    }
  }

  private void create(Context ctx, ProfileForm form, Viewer viewer) {
    var asTheirs = settings.auth() instanceof Auth.Kubernetes;
    if (!asTheirs && !Gate.has(ctx, Right.toCreate(form.namespace()))) {
      refuse(
          ctx,
          HttpStatus.FORBIDDEN,
          form,
          List.of(
              "you may not create profilejobs in this namespace; ask for the right to create them there"));
      return;
    }
    switch (ask(job(form, viewer), asTheirs ? BearerToken.token(ctx) : Optional.empty())) {
      case Outcome.Refused refused ->
        refuse(ctx, HttpStatus.UNPROCESSABLE_CONTENT, form, refused.why());
      case Outcome.Created done -> {
        var folder = ObjectKeys.folder(done.job());
        LOG.info("{} has created {}", RefusalLog.printable(viewer.name()), folder);
        created.put(folder, done.job());
        ctx.redirect("/jobs/" + folder, HttpStatus.SEE_OTHER);
      }
    }
  }

  private Outcome ask(ProfileJob job, Optional<String> token) {
    try {
      return submissions.create(job, token);
    } catch (RuntimeException e) {
      LOG.warn("the API server does not answer, so no job was created: {}", e.getMessage());
      throw new ServiceUnavailableResponse(
          "the API server does not answer, so no job was created; try again soon");
    }
  }

  private static ProfileJob job(ProfileForm form, Viewer viewer) {
    var manifest = form.manifest();
    var job = new ProfileJob();
    job.setMetadata(new ObjectMetaBuilder()
        .withNamespace(manifest.namespace())
        .withGenerateName(manifest.generateName())
        .withAnnotations(Map.of(REQUESTED_BY, viewer.name()))
        .build());
    job.setSpec(manifest.spec());
    return job;
  }

  private boolean isWatched(ProfileForm form) {
    return watched.isEmpty() || watched.contains(form.namespace());
  }

  private void refuse(Context ctx, HttpStatus status, ProfileForm form, List<String> why) {
    render(ctx.status(status), form, why);
  }

  private void render(Context ctx, ProfileForm form, List<String> why) {
    var model = new HashMap<String, Object>();
    model.put("form", form);
    model.put("why", why);
    model.put("manifest", form.problems().isEmpty() ? form.manifest() : null);
    model.put(
        "token", settings.createJobs() ? Gate.viewer(ctx).map(tokens::issue).orElse(null) : null);
    Templates.render(ctx, "profile.jte", model);
    // with no-referrer, browsers omit the origin of a form
    ctx.header("Referrer-Policy", "same-origin");
  }
}
