package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.ObjectKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** A job's objects as files: versitygw keeps each object in a file of its volume. */
record StoredJob(Optional<Path> folder) {

  static StoredJob of(ProfileJob job) {
    var volumes = Path.of(System.getenv("KUBECONFIG")).resolveSibling("volumes");
    var namespace = job.getMetadata().getNamespace() + ".";
    try (var folders = Files.find(
        volumes,
        4,
        (path, attributes) -> attributes.isDirectory()
            && path.endsWith(ObjectKeys.folderName(job))
            && path.getParent().getFileName().toString().startsWith(namespace))) {
      return new StoredJob(folders.findFirst());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if the store has the recording with the hash that the status states. */
  boolean has(RecordingStatus target) {
    var recording = file(ObjectKeys.below(target, ObjectKeys.RECORDING));
    return recording.isPresent() && hash(recording.get()).equals(target.sha256());
  }

  /** The pods in the merged report. */
  Set<String> reported() throws IOException {
    var pods = new HashSet<String>();
    var report = file(ObjectKeys.REPORT);
    if (report.isPresent()) {
      new ObjectMapper()
          .readTree(report.get().toFile())
          .get("targets")
          .forEach(target -> pods.add(target.get("pod").asText()));
    }
    return pods;
  }

  /** The samples of a target's stacks. */
  long samples(RecordingStatus target) throws IOException {
    return samples(ObjectKeys.below(target, "cpu.collapsed"));
  }

  long mergedSamples() throws IOException {
    return samples("merged/cpu.collapsed");
  }

  /** The sum of the counts at the ends of the lines. */
  private long samples(String path) throws IOException {
    var stacks = file(path);
    if (stacks.isEmpty()) {
      return 0;
    }
    return Files.readAllLines(stacks.get()).stream()
        .filter(line -> !line.startsWith("#"))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private Optional<Path> file(String path) {
    return folder.map(f -> f.resolve(path)).filter(Files::isRegularFile);
  }

  private static String hash(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
