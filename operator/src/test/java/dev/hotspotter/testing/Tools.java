package dev.hotspotter.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** The tools that the build has made: etcd, kube-apiserver, versitygw and others. */
public final class Tools {

  private Tools() {}

  /** The tool's path; fails with the command that makes it. */
  public static Path path(String tool) {
    return path(tool, "operator/local-cluster/tools.sh " + tool);
  }

  /** The path of a tool that another command than tools.sh installs. */
  public static Path path(String tool, String installer) {
    var path = cache().resolve("bin").resolve(tool);
    if (!Files.isExecutable(path)) {
      throw new IllegalStateException("%s is missing; run %s".formatted(path, installer));
    }
    return path;
  }

  /** A file in the cache that this command makes. */
  public static Path made(String file, String maker) {
    var path = cache().resolve(file);
    if (!Files.isReadable(path)) {
      throw new IllegalStateException("%s is missing; run %s".formatted(path, maker));
    }
    return path;
  }

  private static Path cache() {
    var set = System.getenv("HOTSPOTTER_CACHE");
    return set == null
        ? Path.of(System.getProperty("user.home"), ".cache", "hotspotter")
        : Path.of(set);
  }
}
