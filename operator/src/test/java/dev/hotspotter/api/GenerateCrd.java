package dev.hotspotter.api;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Writes the CRD that follows from the API classes; `make generate` runs it. */
public class GenerateCrd {

  static final Path COMMITTED = Path.of("..", "crds", "profilejobs.hotspotter.dev-v1.yml");

  /** The generator sorts columns by path; people read a job in this order. */
  private static final List<String> COLUMNS =
      List.of("Phase", "Targets", "Matched", "Hottest", "Age", "Duration", "Events", "Report");

  public static void main(String[] args) {
    generateInto(Path.of(args[0]));
  }

  static void generateInto(Path folder) {
    new CRDGenerator()
        .customResourceClasses(ProfileJob.class)
        .withMinQuotes(true)
        .withPostProcessor(inReadingOrder())
        .inOutputDir(folder.toFile())
        .generate();
  }

  private static CRDPostProcessor inReadingOrder() {
    return new CRDPostProcessor() {
      @Override
      public HasMetadata process(HasMetadata crd, String version) {
        ((CustomResourceDefinition) crd)
            .getSpec()
            .getVersions()
            .forEach(v -> v.getAdditionalPrinterColumns().sort(byReadingOrder()));
        return crd;
      }
    };
  }

  private static Comparator<CustomResourceColumnDefinition> byReadingOrder() {
    return Comparator.comparingInt(column -> COLUMNS.indexOf(column.getName()));
  }
}
