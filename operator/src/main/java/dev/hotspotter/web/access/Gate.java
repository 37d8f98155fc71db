package dev.hotspotter.web.access;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.hotspotter.web.NamePatterns;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import io.javalin.http.UnauthorizedResponse;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets in those who may see what they ask for; says the same to all others, whether there is something to see or not. */
public final class Gate {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
  private static final String RIGHTS = "hotspotter.rights";
  private static final String VIEWER = "hotspotter.viewer";

  /** For someone who may not list all: so many namespaces are asked about, each answer is kept for a while. */
  static final int MOST_ASKED = 200;

  /** How one request is let in; throws the answer for one that is not. */
  private interface Admission {
    public Rights admit(Context ctx);
  }

  private final Admission admission;

  private Gate(Admission admission) {
    this.admission = admission;
  }

  public static Gate of(WebSettings settings, Reviews cluster) {
    var reviews = new CachedReviews(cluster, Ticker.systemTicker());
    return switch (settings.auth()) {
      case Auth.PortForward none -> new Gate(ctx -> ofThisMachine(ctx, settings.url()));
      case Auth.Kubernetes kubernetes -> new Gate(ctx -> known(ctx, new BearerToken(reviews), reviews));
      case Auth.Proxy proxy -> new Gate(ctx -> known(ctx, new TrustedProxy(proxy), reviews));
    };
  }

  /** Stands before every request, also one for a path that there is not. */
  public void admit(Context ctx) {
    ctx.attribute(RIGHTS, admission.admit(ctx));
  }

  /** A handler for what belongs to the namespace in the path. */
  public static Handler inNamespace(Handler handler) {
    return ctx -> {
      var namespace = ctx.pathParam("namespace");
      if (!NamePatterns.NAMESPACE.matcher(namespace).matches()) {
        throw new NotFoundResponse("no such page");
      }
      check(ctx, Optional.of(namespace));
      handler.handle(ctx);
    };
  }

  public static void check(Context ctx, Optional<String> namespace) {
    if (!mayRead(ctx, namespace)) {
      LOG.info("{} may not get profilejobs in {}", RefusalLog.printable(viewer(ctx).map(Viewer::name).orElse(null)), namespace.orElse("all namespaces"));
      throw new ForbiddenResponse("you may not see this: ask for the right to get profilejobs in its namespace");
    }
  }

  static boolean mayRead(Context ctx, Optional<String> namespace) {
    Rights rights = ctx.attribute(RIGHTS);
    return rights != null && asking(() -> rights.mayRead(namespace));
  }

  /** Recordings and diagnostics tell more than pages do, thread dumps for example. */
  public static void checkDownload(Context ctx, String namespace) {
    if (!mayDownload(ctx, namespace)) {
      throw new ForbiddenResponse(
          "you may see the pages, but not download what was recorded: ask for the right to get profilejobs/recordings in this namespace");
    }
  }

  public static boolean mayDownload(Context ctx, String namespace) {
    Rights rights = ctx.attribute(RIGHTS);
    return rights != null && asking(() -> rights.mayDownload(namespace));
  }

  /** Whether the one who asks may create ProfileJobs there; of someone who comes through a forwarded port it is not known. */
  public static boolean mayCreate(Context ctx, String namespace) {
    Rights rights = ctx.attribute(RIGHTS);
    return rights != null && asking(() -> rights.mayCreate(namespace));
  }

  /** Those of these namespaces that the one who asks may see; it is no answer that they may see none. */
  public static Set<String> visible(Context ctx, Collection<String> namespaces) {
    var all = new TreeSet<>(namespaces);
    if (mayRead(ctx, Optional.empty())) {
      return all;
    }
    var visible = all.stream().limit(MOST_ASKED).filter(namespace -> mayRead(ctx, Optional.of(namespace))).collect(Collectors.toSet());
    if (visible.isEmpty()) {
      throw new ForbiddenResponse("you may not see the jobs of all namespaces: name one, as in %s?namespace=shop".formatted(ctx.path()));
    }
    return visible;
  }

  /** Who asks; empty for someone who comes through a forwarded port. */
  public static Optional<Viewer> viewer(Context ctx) {
    return Optional.ofNullable(ctx.attribute(VIEWER));
  }

  private static Rights known(Context ctx, Authentication authentication, Reviews reviews) {
    Optional<Viewer> viewer = asking(() -> authentication.viewer(ctx));
    viewer.ifPresent(someone -> ctx.attribute(VIEWER, someone));
    return viewer
        .map(someone -> Rights.of(someone, reviews))
        .orElseThrow(() -> new UnauthorizedResponse("it is not known who you are: " + authentication.advice()));
  }

  /** A page of elsewhere could point a name of its own at this machine, and the browser would let it read what a forwarded port answers. */
  private static Rights ofThisMachine(Context ctx, String url) {
    var name = hostName("http://" + ctx.host());
    if (name.isEmpty() || !List.of("localhost", "127.0.0.1", "[::1]", hostName(url)).contains(name)) {
      throw new ForbiddenResponse("open the pages as http://localhost and the forwarded port, or set web.url to the address you use");
    }
    return Rights.ALL;
  }

  private static String hostName(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost()).orElse("").toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** A question to the cluster; while it cannot be asked nobody is let in. */
  private static <T> T asking(Supplier<T> question) {
    try {
      return question.get();
    } catch (HttpResponseException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("the API server could not be asked who may see a page: {}", e.getMessage());
      throw new ServiceUnavailableResponse("the cluster cannot be asked what you may see; try again soon");
    }
  }
}
