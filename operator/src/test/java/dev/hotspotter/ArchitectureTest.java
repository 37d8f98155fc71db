package dev.hotspotter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the design promises about the code: who may know whom, who may use what, and how long a file may be. */
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final int LONGEST_FILE = 300;

  private static final JavaClasses CODE =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.hotspotter");

  @Test
  void packages_know_only_those_they_stand_on() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("api").definedBy("dev.hotspotter.api")
        .layer("report").definedBy("dev.hotspotter.report")
        .layer("plan").definedBy("dev.hotspotter.plan")
        .layer("select").definedBy("dev.hotspotter.select")
        .layer("collect").definedBy("dev.hotspotter.collect")
        .layer("cluster").definedBy("dev.hotspotter.cluster")
        .layer("storage").definedBy("dev.hotspotter.storage")
        .layer("render").definedBy("dev.hotspotter.render")
        .layer("web").definedBy("dev.hotspotter.web")
        .layer("pyroscope").definedBy("dev.hotspotter.pyroscope")
        .layer("telemetry").definedBy("dev.hotspotter.telemetry")
        .layer("retention").definedBy("dev.hotspotter.retention")
        .layer("reconcile").definedBy("dev.hotspotter.reconcile")
        .layer("root").definedBy("dev.hotspotter")
        .whereLayer("root").mayNotBeAccessedByAnyLayer()
        .whereLayer("reconcile").mayOnlyBeAccessedByLayers("root")
        .whereLayer("retention").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("cluster").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("storage").mayOnlyBeAccessedByLayers("retention", "reconcile", "root")
        .whereLayer("render").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("web").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("pyroscope").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("telemetry").mayOnlyBeAccessedByLayers("retention", "reconcile", "root")
        .whereLayer("plan").mayOnlyAccessLayers("api", "collect", "report")
        .whereLayer("select").mayOnlyAccessLayers("api", "plan")
        .whereLayer("select").mayOnlyBeAccessedByLayers("reconcile", "root")
        .whereLayer("collect").mayNotAccessAnyLayer()
        .whereLayer("report").mayOnlyAccessLayers("api")
        .whereLayer("api").mayNotAccessAnyLayer()
        .check(CODE);
  }

  @Test
  void there_is_no_other_package() {
    classes()
        .should()
        .resideInAnyPackage(
            "dev.hotspotter", "dev.hotspotter.api", "dev.hotspotter.report", "dev.hotspotter.plan", "dev.hotspotter.select",
            "dev.hotspotter.collect", "dev.hotspotter.cluster", "dev.hotspotter.storage", "dev.hotspotter.render", "dev.hotspotter.web",
            "dev.hotspotter.pyroscope", "dev.hotspotter.telemetry", "dev.hotspotter.retention", "dev.hotspotter.reconcile")
        .check(CODE);
  }

  @Test
  void packages_do_not_know_each_other_in_circles() {
    slices().matching("dev.hotspotter.(*)").should().beFreeOfCycles().check(CODE);
  }

  @ParameterizedTest(name = "only {1} may use {0}")
  @CsvSource({
    "io.javaoperatorsdk.., reconcile, root",
    "io.minio.., storage, ",
    "okhttp3.., storage, pyroscope",
    "one.convert.., render, ",
    "one.jfr.., render, ",
    "io.micrometer.., telemetry, root",
    "io.prometheus.., telemetry, root",
    "gg.jte.., web, ",
    "org.apache.commons.statistics.., plan, ",
    "org.HdrHistogram.., plan, ",
    "io.github.bucket4j.., web, ",
  })
  void a_library_is_known_to_its_package_only(String library, String owner, String second) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.hotspotter." + owner, "root".equals(second) ? "dev.hotspotter" : "dev.hotspotter." + Objects.requireNonNullElse(second, owner))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(CODE);
  }

  @Test
  void the_kubernetes_client_is_known_only_where_the_cluster_is_touched() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.hotspotter", "dev.hotspotter.cluster", "dev.hotspotter.reconcile")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.fabric8.kubernetes.client..").and(not(equivalentTo(CustomResource.class))))
        .check(CODE);
  }

  @Test
  void a_plan_follows_from_its_snapshot_alone() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.hotspotter.plan", "dev.hotspotter.collect", "dev.hotspotter.report")
        .should().callMethod(Instant.class, "now")
        .orShould().callMethod(Instant.class, "now", Clock.class)
        .orShould().callMethod(System.class, "currentTimeMillis")
        .orShould().callMethod(System.class, "nanoTime")
        .orShould().callMethod(System.class, "getenv", String.class)
        .orShould().callMethod(Clock.class, "systemUTC")
        .orShould().callMethod(Clock.class, "systemDefaultZone")
        .orShould().callMethod(UUID.class, "randomUUID")
        .orShould().dependOnClassesThat().belongToAnyOf(Clock.class, Random.class, ThreadLocalRandom.class, Files.class, Thread.class)
        .orShould().dependOnClassesThat().resideInAnyPackage("java.net..", "java.nio.file..", "java.util.concurrent..", "org.slf4j..")
        .check(CODE);
  }

  private static Stream<Path> sources() throws IOException {
    return Files.walk(SOURCES).filter(file -> file.toString().endsWith(".java"));
  }

  @Test
  void no_file_is_too_long_to_be_read_at_once() throws IOException {
    assertThat(sources())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(Files.readAllLines(file).size()).as(file.toString()).isLessThanOrEqualTo(LONGEST_FILE));
  }

  @Test
  void every_type_says_in_a_sentence_what_it_is() throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    var units = files.getJavaFileObjectsFromPaths(sources().toList());
    var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
    var docs = DocTrees.instance(task);
    var silent = new ArrayList<String>();
    for (var unit : task.parse()) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitClass(ClassTree type, Void nothing) {
          var doc = docs.getDocComment(getCurrentPath());
          var anonymous = type.getSimpleName().isEmpty();
          if (!anonymous && (doc == null || !doc.strip().matches("(?s).+\\.(\\s.*)?"))) {
            silent.add(type.getSimpleName().toString());
          }
          return super.visitClass(type, nothing);
        }
      }.scan(unit, null);
    }
    assertThat(silent).as("types without a sentence of Javadoc").isEmpty();
  }
}
