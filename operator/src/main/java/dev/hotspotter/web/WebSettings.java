package dev.hotspotter.web;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of the pages.
 *
 * @param url the address where people reach the pages; links begin with it
 * @param address the address the pages listen on
 * @param certificates empty means plain HTTP
 * @param createJobs whether the pages can create ProfileJobs, for those who may
 */
public record WebSettings(
    String url,
    String address,
    int port,
    Auth auth,
    Optional<Certificates> certificates,
    boolean createJobs) {

  /** Read-only pages. */
  public WebSettings(
      String url, String address, int port, Auth auth, Optional<Certificates> certificates) {
    this(url, address, port, auth, certificates, false);
  }

  /** Read-only pages over plain HTTP. */
  public WebSettings(String url, String address, int port, Auth auth) {
    this(url, address, port, auth, Optional.empty());
  }

  /** Files for HTTPS: the pages' own certificate and key, and the authority whose certificates prove a client. */
  public record Certificates(Path certificate, Path key, Optional<Path> clientAuthority) {

    public List<Path> files() {
      return Stream.concat(Stream.of(certificate, key), clientAuthority.stream())
          .toList();
    }
  }

  /** A token must name one of these audiences; empty means the API server's own. */
  public List<String> audiences() {
    return auth instanceof Auth.Kubernetes kubernetes ? kubernetes.audiences() : List.of();
  }

  /** The way to identify a viewer. */
  public sealed interface Auth {

    /** No login: only people who may port-forward to the pod reach its loopback address. */
    record PortForward() implements Auth {}

    /** By a bearer token that the API server verifies; no audiences means the API server's own. */
    record Kubernetes(List<String> audiences) implements Auth {}

    /**
     * By headers of a proxy that has the secret, or a certificate of the client authority. With
     * both settings, it needs both.
     *
     * @param secret may be empty with a client certificate
     * @param userPrefix put before users' names, as the cluster's own login does
     */
    record Proxy(
        String secret,
        boolean clientCertificate,
        String secretHeader,
        String userHeader,
        String groupsHeader,
        String userPrefix,
        String groupsPrefix)
        implements Auth {

      /** Refuses a proxy without proof: it could be anyone. */
      public Proxy {
        if (secret.isEmpty() && !clientCertificate) {
          throw new IllegalArgumentException("a proxy needs a secret or a client certificate");
        }
      }

      /** Leaves out the secret. */
      @Override
      public String toString() {
        return "Proxy[%s, %s]".formatted(userHeader, groupsHeader);
      }
    }
  }
}
