package dev.hotspotter.api;

import dev.hotspotter.api.spec.Patterns;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the CRD that follows from the API classes; `make generate` runs it. */
public class GenerateCrd {

  static final Path COMMITTED = Path.of("..", "crds", "hotspotter.dev_profilejobs.yaml");

  /** The generator sorts columns by path; people read a job in this order. */
  static final List<String> COLUMNS = List.of(
      "Phase",
      "Reason",
      "Matched",
      "Targets",
      "Succeeded",
      "Hottest",
      "Percent",
      "Age",
      "Failed",
      "Duration",
      "Report");

  /** Lists of distinct words. */
  private static final Set<String> SETS = Set.of(
      "spec.artifacts.formats",
      "spec.recording.diagnostics",
      "spec.target.containers",
      "spec.target.pods");

  /** The keys of lists whose elements have an identity. All other lists are replaced as a whole. */
  private static final Map<String, List<String>> KEYS = Map.of(
      "spec.recording.events", List.of("type"),
      "spec.recording.events.methods", List.of("name"),
      "status.conditions", List.of("type"));

  public static void main(String[] args) throws IOException {
    generateInto(Path.of(args[0]));
  }

  static void generateInto(Path folder) throws IOException {
    var details = new CRDGenerator()
        .customResourceClasses(ProfileJob.class)
        .withMinQuotes(true)
        .withPostProcessor(conventions())
        .inOutputDir(folder.toFile())
        .detailedGenerate();
    var written = details.getCRDDetailsPerNameAndVersion().values().stream()
        .flatMap(versions -> versions.values().stream())
        .findFirst()
        .orElseThrow();
    Files.move(
        Path.of(written.getFilePath()),
        folder.resolve(COMMITTED.getFileName()),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static CRDPostProcessor conventions() {
    return new CRDPostProcessor() {
      @Override
      public HasMetadata process(HasMetadata crd, String version) {
        ((CustomResourceDefinition) crd).getSpec().getVersions().forEach(GenerateCrd::complete);
        return crd;
      }
    };
  }

  private static void complete(CustomResourceDefinitionVersion version) {
    version.getAdditionalPrinterColumns().sort(Comparator.comparingInt(GenerateCrd::place));
    version.getSchema().getOpenAPIV3Schema().getProperties().forEach(GenerateCrd::complete);
  }

  private static int place(CustomResourceColumnDefinition column) {
    return COLUMNS.indexOf(column.getName());
  }

  /** Adds what the generator has no annotation for: the types of lists, and the format of times. */
  private static void complete(String path, JSONSchemaProps field) {
    if (field.getItems() != null) {
      var keys = KEYS.get(path);
      field.setXKubernetesListType(keys != null ? "map" : SETS.contains(path) ? "set" : "atomic");
      field.setXKubernetesListMapKeys(keys);
      complete(path, field.getItems().getSchema());
    }
    if (Patterns.TIME.equals(field.getPattern())) {
      field.setFormat("date-time");
    }
    if (field.getProperties() != null) {
      field.getProperties().forEach((name, inner) -> complete(path + "." + name, inner));
    }
  }
}
