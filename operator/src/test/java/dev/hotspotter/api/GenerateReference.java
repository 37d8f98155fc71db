package dev.hotspotter.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the reference page of ProfileJob from the CRD; `make generate` runs it after GenerateCrd. */
public class GenerateReference {

  static final Path COMMITTED = Path.of("..", "docs", "reference", "profilejob.md");

  private static final String EXAMPLE = " Example: ";

  private final Map<String, JSONSchemaProps> fields = new TreeMap<>();
  private final Map<String, List<String>> allowed = new TreeMap<>();

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[1]), page(Path.of(args[0])));
  }

  static String page(Path crdFile) throws IOException {
    var crd = Serialization.unmarshal(Files.readString(crdFile), CustomResourceDefinition.class);
    var version = crd.getSpec().getVersions().getFirst();
    var reference = new GenerateReference();
    reference.collect("", version.getSchema().getOpenAPIV3Schema());
    return reference.page(crd, version);
  }

  private String page(CustomResourceDefinition crd, CustomResourceDefinitionVersion version) {
    var names = crd.getSpec().getNames();
    return """
        # ProfileJob

        <!-- written by make generate from crds/%s; do not edit -->

        `apiVersion: %s/%s`, `kind: %s`, namespaced; short name `%s`, category `%s`.

        The operator writes `status`; you write everything else. The API server refuses a job that breaks a rule in the
        column "allowed", and quotes the rule.

        ## Rules for the whole object

        %s

        ## spec

        %s
        ## status

        %s
        ## Columns of kubectl get

        | column | shows | with |
        | --- | --- | --- |
        %s""".formatted(
            GenerateCrd.COMMITTED.getFileName(),
            crd.getSpec().getGroup(),
            version.getName(),
            names.getKind(),
            String.join("`, `", names.getShortNames()),
            String.join("`, `", names.getCategories()),
            allowed.getOrDefault("", List.of()).stream()
                .map(rule -> "- " + rule)
                .collect(Collectors.joining("\n")),
            table(
                "spec.",
                "| field | type | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n",
                this::specRow),
            table(
                "status.",
                "| field | type | meaning |\n| --- | --- | --- |\n",
                GenerateReference::statusRow),
            version.getAdditionalPrinterColumns().stream()
                .map(GenerateReference::column)
                .collect(Collectors.joining()));
  }

  /** All fields below a schema by path, in which [] stands for a list's elements. */
  private void collect(String path, JSONSchemaProps schema) {
    allowed.computeIfAbsent(path, p -> new ArrayList<>()).addAll(0, limits(schema));
    for (var rule : schema.getXKubernetesValidations()) {
      var about = rule.getFieldPath() == null ? path : path + rule.getFieldPath();
      allowed.computeIfAbsent(about, p -> new ArrayList<>()).add(rule.getMessage());
    }
    if (schema.getItems() != null) {
      collect(path + "[]", schema.getItems().getSchema());
    }
    if (schema.getProperties() != null) {
      schema.getProperties().forEach((name, field) -> {
        var below = path.isEmpty() ? name : path + "." + name;
        fields.put(below, field);
        if (schema.getRequired().contains(name)) {
          allowed.computeIfAbsent(below, p -> new ArrayList<>()).addFirst("required");
        }
        collect(below, field);
      });
    }
  }

  private String table(String root, String head, BiFunction<String, JSONSchemaProps, String> row) {
    return fields.entrySet().stream()
        .filter(field -> field.getKey().startsWith(root))
        .map(field -> row.apply(field.getKey(), field.getValue()))
        .collect(Collectors.joining("", head, ""));
  }

  private String specRow(String path, JSONSchemaProps field) {
    return "| %s | %s | %s | %s | %s |%n"
        .formatted(
            name(path),
            type(field),
            field.getDefault() == null ? "" : code(text(field.getDefault())),
            cell(allowed(path, field)),
            meaning(field));
  }

  private static String statusRow(String path, JSONSchemaProps field) {
    return "| %s | %s | %s |%n".formatted(name(path), type(field), meaning(field));
  }

  private static String name(String path) {
    return code(path.substring(path.indexOf('.') + 1));
  }

  private static String meaning(JSONSchemaProps field) {
    var description = field.getDescription();
    var example = description.lastIndexOf(EXAMPLE);
    return cell(description.substring(0, example))
        + EXAMPLE
        + code(description.substring(example + EXAMPLE.length()));
  }

  private String allowed(String path, JSONSchemaProps field) {
    var elements =
        field.getItems() == null ? List.<String>of() : allowed.getOrDefault(path + "[]", List.of());
    return Stream.concat(
            elements.stream().map(rule -> "each " + rule),
            allowed.getOrDefault(path, List.of()).stream())
        .collect(Collectors.joining("; "));
  }

  private static String type(JSONSchemaProps field) {
    if (field.getItems() != null) {
      return "list of " + type(field.getItems().getSchema());
    }
    if (Boolean.TRUE.equals(field.getXKubernetesIntOrString())) {
      return "integer or string";
    }
    return field.getAdditionalProperties() == null
        ? field.getType()
        : "map of " + type(field.getAdditionalProperties().getSchema());
  }

  private static List<String> limits(JSONSchemaProps field) {
    var limits = new ArrayList<String>();
    if (!field.getEnum().isEmpty()) {
      limits.add("one of "
          + field.getEnum().stream()
              .map(GenerateReference::text)
              .collect(Collectors.joining(", ")));
    }
    range(field.getMinimum(), field.getMaximum(), "").ifPresent(limits::add);
    range(field.getMinLength(), field.getMaxLength(), " characters").ifPresent(limits::add);
    range(field.getMinItems(), field.getMaxItems(), " elements").ifPresent(limits::add);
    range(field.getMinProperties(), field.getMaxProperties(), " entries").ifPresent(limits::add);
    return limits;
  }

  private static Optional<String> range(Number least, Number most, String unit) {
    if (least == null && most == null) {
      return Optional.empty();
    }
    var words = least == null
        ? "at most " + most.longValue()
        : most == null
            ? "at least " + least.longValue()
            : least.longValue() + " to " + most.longValue();
    return Optional.of(words + unit);
  }

  private static String column(CustomResourceColumnDefinition column) {
    return "| %s | `%s` | %s |%n"
        .formatted(
            column.getName().toUpperCase(Locale.ROOT),
            column.getJsonPath().substring(1),
            column.getPriority() == null || column.getPriority() == 0
                ? "`kubectl get pfj`"
                : "`kubectl get pfj -o wide`");
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.asText() : value.toString();
  }

  private static String code(String text) {
    return "`" + cell(text) + "`";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
