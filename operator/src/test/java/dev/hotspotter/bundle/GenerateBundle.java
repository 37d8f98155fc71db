package dev.hotspotter.bundle;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes the bundle for OLM from the rendered chart; `make bundle` runs it. */
public class GenerateBundle {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final String PREFIX = "operators.operatorframework.io.";
  private static final List<String> ANNOTATIONS = List.of(
      "bundle.mediatype.v1=registry+v1",
      "bundle.manifests.v1=manifests/",
      "bundle.metadata.v1=metadata/",
      "bundle.package.v1=hotspotter",
      "bundle.channels.v1=alpha",
      "bundle.channel.default.v1=alpha");

  /** Arguments: the rendered chart, the folder of the bundle, and examples of ProfileJobs. */
  public static void main(String[] args) throws IOException {
    var folder = Path.of(args[1]);
    var manifests = Files.createDirectories(folder.resolve("manifests"));
    var metadata = Files.createDirectories(folder.resolve("metadata"));
    List<HasMetadata> rendered = YAML.unmarshal(Files.readString(Path.of(args[0])));
    var version = new InstalledVersion(rendered);
    var examples = new ArrayList<ProfileJob>();
    for (var file : List.of(args).subList(2, args.length)) {
      examples.add(YAML.unmarshal(Files.readString(Path.of(file)), ProfileJob.class));
    }

    write(manifests, version.serviceVersion(YAML.asJson(examples)));
    for (var object : version.others()) {
      write(manifests, object);
    }
    var annotations = Stream.concat(
        Stream.of("annotations:"),
        ANNOTATIONS.stream().map(a -> "  " + PREFIX + a.replaceFirst("=", ": ")));
    Files.write(metadata.resolve("annotations.yaml"), annotations.toList());
    Files.write(folder.resolve("bundle.Dockerfile"), containerfile());
  }

  private static List<String> containerfile() {
    return Stream.of(
            Stream.of("FROM scratch"),
            ANNOTATIONS.stream().map(annotation -> "LABEL " + PREFIX + annotation),
            Stream.of("COPY manifests /manifests/", "COPY metadata /metadata/"))
        .flatMap(lines -> lines)
        .toList();
  }

  /** OLM decides on the namespace, and Helm has no part in the installation. */
  private static void write(Path folder, HasMetadata object) throws IOException {
    var metadata = object.getMetadata();
    metadata.setNamespace(null);
    if (metadata.getLabels() != null) {
      metadata.getLabels().remove("helm.sh/chart");
      metadata.getLabels().put("app.kubernetes.io/managed-by", "olm");
    }
    if (metadata.getAnnotations() != null) {
      metadata.getAnnotations().remove("helm.sh/resource-policy");
    }
    var name = metadata.getName() + "." + object.getKind().toLowerCase(Locale.ROOT) + ".yaml";
    Files.writeString(folder.resolve(name), YAML.asYaml(object));
  }
}
