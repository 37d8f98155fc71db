package dev.hotspotter;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The design's rules for the code: dependencies of packages, uses of libraries, and lengths of files. */
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final int LONGEST_FILE = 300;

  private static final JavaClasses CODE = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .importPackages("dev.hotspotter");

  /** Each package, and the packages that it may know; a step of the flow knows no later step. */
  private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
      room("api.spec"),
      room("api", "api.spec"),
      room("layout", "api", "api.spec"),
      room("select", "api", "api.spec", "layout"),
      room("inject", "api", "api.spec", "layout", "select", "storage"),
      room("report.answers", "api", "api.spec"),
      room("report.comparison", "api", "api.spec", "layout", "report.answers"),
      room("report", "api", "api.spec", "layout", "report.answers", "report.comparison"),
      room(
          "observe",
          "api",
          "api.spec",
          "layout",
          "select",
          "inject",
          "report",
          "report.answers",
          "report.comparison",
          "storage"),
      room("plan", "api", "api.spec", "inject", "observe"),
      room("render", "api", "api.spec"),
      room("render.stacks", "api", "api.spec", "render", "report.answers", "report.comparison"),
      room("render.formats", "api", "api.spec", "render", "render.stacks", "report.answers"),
      room("render.answers", "api", "api.spec", "render", "render.stacks", "report.answers"),
      room(
          "render.tasks",
          "api",
          "api.spec",
          "render",
          "render.stacks",
          "render.formats",
          "render.answers",
          "report",
          "report.answers",
          "report.comparison"),
      room("render.process", "api", "api.spec", "render", "render.tasks", "report.answers"),
      room("storage"),
      room("telemetry", "api", "api.spec", "layout"),
      room(
          "collect",
          "api",
          "api.spec",
          "layout",
          "observe",
          "render",
          "render.formats",
          "render.process",
          "render.stacks",
          "render.tasks",
          "report",
          "report.answers",
          "report.comparison",
          "storage",
          "telemetry"),
      room("pyroscope", "api", "api.spec", "layout", "observe", "collect", "storage", "telemetry"),
      room(
          "publish",
          "api",
          "api.spec",
          "layout",
          "select",
          "inject",
          "observe",
          "pyroscope",
          "report.comparison",
          "telemetry"),
      room("retention", "api", "api.spec", "layout", "report.comparison", "storage", "telemetry"),
      room(
          "reconcile",
          "api",
          "api.spec",
          "layout",
          "select",
          "inject",
          "observe",
          "plan",
          "collect",
          "publish",
          "pyroscope",
          "retention",
          "storage",
          "telemetry"),
      room("web"),
      room("web.access", "web"),
      room("web.form", "api", "api.spec", "layout", "report", "web", "web.access"),
      room(
          "web.jobs",
          "api",
          "api.spec",
          "layout",
          "publish",
          "report",
          "report.answers",
          "report.comparison",
          "web",
          "web.access",
          "web.form"),
      room(
          "web.compare",
          "api",
          "api.spec",
          "layout",
          "report",
          "report.comparison",
          "web",
          "web.access",
          "web.form",
          "web.jobs"),
      room(
          "web.server",
          "api",
          "api.spec",
          "web",
          "web.access",
          "web.compare",
          "web.form",
          "web.jobs"),
      room("cluster", "web.access"),
      room(
          "config",
          "api",
          "api.spec",
          "inject",
          "pyroscope",
          "render.process",
          "report.answers",
          "retention",
          "select",
          "storage",
          "web"));

  private static Map.Entry<String, Set<String>> room(String name, String... known) {
    return Map.entry(name, Set.of(known));
  }

  static Stream<String> rooms() {
    return MAY_KNOW.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void a_room_knows_only_those_it_stands_on(String room) {
    var known = Stream.concat(Stream.of(room), MAY_KNOW.get(room).stream())
        .map(name -> "dev.hotspotter." + name);
    classes()
        .that()
        .resideInAPackage("dev.hotspotter." + room)
        .should()
        .onlyDependOnClassesThat(resideOutsideOfPackage("dev.hotspotter..")
            .or(resideInAnyPackage(known.toArray(String[]::new))))
        .check(CODE);
  }

  @Test
  void there_is_no_other_room() {
    var rooms =
        Stream.concat(Stream.of("dev.hotspotter"), rooms().map(room -> "dev.hotspotter." + room));

    classes().should().resideInAnyPackage(rooms.toArray(String[]::new)).check(CODE);
  }

  @Test
  void a_room_can_be_overlooked() throws IOException {
    assertThat(sources().collect(Collectors.groupingBy(Path::getParent, Collectors.counting())))
        .allSatisfy(
            (room, files) -> assertThat(files).as(room.toString()).isLessThanOrEqualTo(25L));
  }

  /** The file states the purpose of the package, what it may know, and where to begin. */
  @Test
  void every_room_has_a_sign_at_its_door() throws IOException {
    assertThat(sources().map(Path::getParent).distinct())
        .allSatisfy(room -> assertThat(room.resolve("package-info.java")).exists());
  }

  @Test
  void packages_do_not_know_each_other_in_circles() {
    slices().matching("dev.hotspotter.(**)").should().beFreeOfCycles().check(CODE);
  }

  @ParameterizedTest(name = "only {1} may use {0}")
  @CsvSource({
    "io.javaoperatorsdk.operator.api.., reconcile",
    "io.javaoperatorsdk.operator.processing.event.., reconcile",
    "io.javaoperatorsdk.operator.processing.retry.., reconcile|collect|pyroscope",
    "io.minio.., storage",
    "okhttp3.., storage|pyroscope",
    "one.convert.., render.stacks|render.formats|render.answers",
    "one.jfr.., render.stacks|render.formats|render.answers",
    "io.micrometer.., telemetry",
    "io.prometheus.., telemetry",
    "gg.jte.., web|web.jobs|web.compare|web.form",
    "org.apache.commons.statistics.., report.comparison",
    "org.HdrHistogram.., report.answers",
    "io.github.bucket4j.., web.access",
  })
  void a_library_is_known_to_its_rooms_only(String library, String owners) {
    noClasses()
        .that(resideOutsideOfPackages(Stream.of(owners.split("\\|"))
            .map(room -> "dev.hotspotter." + room)
            .toArray(String[]::new)))
        .and(resideOutsideOfPackage("dev.hotspotter"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(CODE);
  }

  /** The classes with effects in the packages of the steps: they use the cluster, the store or a clock. */
  private static final Set<String> EFFECTS = Set.of(
      "ChosenPods",
      "Labels",
      "Nodes",
      "TargetPods",
      "Workloads",
      "SidecarInjector",
      "SidecarPatch",
      "StopOrders",
      "Observer",
      "EventRecorder",
      "Publisher",
      "PyroscopeClient",
      "PushQueue",
      "RecordingPusher");

  private static final DescribedPredicate<JavaClass> DECIDES = describe(
      "only decide",
      type ->
          !EFFECTS.contains(type.getName().replaceFirst(".*[.]", "").replaceFirst("[$].*", "")));

  @Test
  void the_kubernetes_client_is_known_only_where_the_cluster_is_touched() {
    noClasses()
        .that(resideOutsideOfPackages(
            "dev.hotspotter", "dev.hotspotter.cluster", "dev.hotspotter.reconcile"))
        .and(DECIDES)
        .should()
        .dependOnClassesThat(resideInAPackage("io.fabric8.kubernetes.client..")
            .and(not(equivalentTo(CustomResource.class))))
        .check(CODE);
  }

  @Test
  void decisions_follow_from_what_they_are_given_alone() {
    noClasses()
        .that(resideInAnyPackage(
            "dev.hotspotter.layout",
            "dev.hotspotter.select",
            "dev.hotspotter.inject",
            "dev.hotspotter.observe",
            "dev.hotspotter.plan",
            "dev.hotspotter.report..",
            "dev.hotspotter.publish",
            "dev.hotspotter.pyroscope"))
        .and(DECIDES)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Instant.class, "now", Clock.class)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(
            Clock.class, Random.class, ThreadLocalRandom.class, Files.class, Thread.class)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net..", "java.nio.file..", "java.util.concurrent..", "org.slf4j..")
        .check(CODE);
  }

  private static Stream<Path> sources() throws IOException {
    return Files.walk(SOURCES).filter(file -> file.toString().endsWith(".java"));
  }

  @Test
  void no_file_is_too_long_to_be_read_at_once() throws IOException {
    assertThat(sources())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(Files.readAllLines(file).size())
            .as(file.toString())
            .isLessThanOrEqualTo(LONGEST_FILE));
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
