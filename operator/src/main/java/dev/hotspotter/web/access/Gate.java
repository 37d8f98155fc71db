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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in viewers with the right to a page. All others get the same answer, whether the page exists
 * or not.
 */
public final class Gate {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
  private static final String RIGHTS = "hotspotter.rights";
  private static final String VIEWER = "hotspotter.viewer";

  /** The most namespaces to check for a viewer who may not list all; the answers are cached. */
  static final int MOST_ASKED = 200;

  /** Finds the viewer's rights; throws the answer for a refused viewer. */
  private final Function<Context, Predicate<Right>> admission;

  private Gate(Function<Context, Predicate<Right>> admission) {
    this.admission = admission;
  }

  public static Gate of(WebSettings settings, Reviews cluster) {
    var reviews = new CachedReviews(cluster, Ticker.systemTicker());
    return switch (settings.auth()) {
      case Auth.PortForward none -> new Gate(ctx -> ofThisMachine(ctx, settings.url()));
      case Auth.Kubernetes kubernetes ->
        new Gate(ctx -> known(ctx, new BearerToken(reviews), reviews));
      case Auth.Proxy proxy -> new Gate(ctx -> known(ctx, new TrustedProxy(proxy), reviews));
    };
  }

  /** Runs before every request, also for an unknown path. */
  public void admit(Context ctx) {
    ctx.attribute(RIGHTS, admission.apply(ctx));
  }

  /** Restricts a handler to viewers who may read in the namespace of the path. */
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
    if (!has(ctx, Right.toRead(namespace))) {
      var name = RefusalLog.printable(viewer(ctx).map(Viewer::name).orElse(null));
      LOG.info("{} may not get profilejobs in {}", name, namespace.orElse("all namespaces"));
      throw new ForbiddenResponse(
          "you may not see this; ask for the right to get profilejobs in its namespace");
    }
  }

  /** Recordings and diagnostics reveal more than pages, such as thread dumps. */
  public static void checkDownload(Context ctx, String namespace) {
    if (!has(ctx, Right.toDownload(namespace))) {
      throw new ForbiddenResponse("you may see the pages, but not download recordings;"
          + " ask for the right to get profilejobs/recordings in this namespace");
    }
  }

  /** Whether the viewer has this right. */
  public static boolean has(Context ctx, Right right) {
    Predicate<Right> rights = ctx.attribute(RIGHTS);
    return rights != null && asking(() -> rights.test(right));
  }

  /** The visible ones of these namespaces; refuses a viewer who may see none. */
  public static Set<String> visible(Context ctx, Collection<String> namespaces) {
    var all = new TreeSet<>(namespaces);
    if (has(ctx, Right.toRead(Optional.empty()))) {
      return all;
    }
    var visible = all.stream()
        .limit(MOST_ASKED)
        .filter(namespace -> has(ctx, Right.toRead(Optional.of(namespace))))
        .collect(Collectors.toSet());
    if (visible.isEmpty()) {
      throw new ForbiddenResponse(
          "you may not see the jobs of all namespaces; name one, as in %s?namespace=shop"
              .formatted(ctx.path()));
    }
    return visible;
  }

  /** The viewer; empty through a forwarded port. */
  public static Optional<Viewer> viewer(Context ctx) {
    return Optional.ofNullable(ctx.attribute(VIEWER));
  }

  private static Predicate<Right> known(
      Context ctx, Authentication authentication, CachedReviews reviews) {
    Optional<Viewer> viewer = asking(() -> authentication.viewer(ctx));
    viewer.ifPresent(someone -> ctx.attribute(VIEWER, someone));
    return viewer
        .<Predicate<Right>>map(someone -> right -> reviews.has(someone, right))
        .orElseThrow(
            () -> new UnauthorizedResponse("you are not signed in; " + authentication.advice()));
  }

  /**
   * The rights through a forwarded port: all but the right to create jobs. The check of the Host
   * header prevents DNS rebinding, by which another site could read the answers.
   */
  private static Predicate<Right> ofThisMachine(Context ctx, String url) {
    var name = hostName("http://" + ctx.host());
    if (name.isEmpty()
        || !List.of("localhost", "127.0.0.1", "[::1]", hostName(url)).contains(name)) {
      throw new ForbiddenResponse(
          "open the pages as http://localhost and the forwarded port, or set web.url to the address you use");
    }
    return right -> !right.isToCreate();
  }

  private static String hostName(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost()).orElse("").toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Asks the cluster; without its answer nobody is let in. */
  private static <T> T asking(Supplier<T> question) {
    try {
      return question.get();
    } catch (HttpResponseException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("the API server cannot answer who may see a page: {}", e.getMessage());
      throw new ServiceUnavailableResponse(
          "the API server cannot answer what you may see; try again soon");
    }
  }
}
