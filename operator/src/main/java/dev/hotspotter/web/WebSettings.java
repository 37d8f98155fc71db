package dev.hotspotter.web;

import java.util.List;

/**
 * How the pages are served.
 *
 * @param url what links begin with: where people reach the pages
 * @param address the address the pages listen on
 */
public record WebSettings(String url, String address, int port, Auth auth) {

  /** Whom tokens must be meant for; empty means the API server. */
  public List<String> audiences() {
    return auth instanceof Auth.Kubernetes kubernetes ? kubernetes.audiences() : List.of();
  }

  /** How it is known who asks. */
  public sealed interface Auth {

    /** Nobody is asked: the address is a loopback one, which only those reach who may port-forward to the pod. */
    record PortForward() implements Auth {}

    /** By a bearer token that the API server knows; audiences may be empty, which means the API server's own. */
    record Kubernetes(List<String> audiences) implements Auth {}

    /**
     * By headers of a proxy that knows the secret.
     *
     * @param userPrefix put before the names of users, as the cluster's own login does
     */
    record Proxy(String secret, String secretHeader, String userHeader, String groupsHeader, String userPrefix, String groupsPrefix)
        implements Auth {

      /** Without the secret. */
      @Override
      public String toString() {
        return "Proxy[%s, %s]".formatted(userHeader, groupsHeader);
      }
    }
  }
}
