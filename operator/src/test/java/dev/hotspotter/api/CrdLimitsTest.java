package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.spec.ProfileJobSpec;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that each field's Java type can hold all values that the CRD admits, also for new fields. */
class CrdLimitsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The largest sizes of strings, lists and maps, because the API server stores objects of at most
   * 1.5 MB.
   */
  private static final long MOST_CHARACTERS = 131_072;

  private static final long MOST_ELEMENTS = 100;

  /** JSON's readers agree on whole numbers up to 2 to the power of 53; the schema's own numbers are such doubles. */
  private static final long LARGEST = (1L << 53) - 1;

  /** A field of the classes beside what the CRD says of it. */
  private record Field(String path, Type type, JSONSchemaProps schema, List<String> rules) {}

  @TestFactory
  Stream<DynamicTest> every_field() throws IOException {
    return fields().stream()
        .map(field -> DynamicTest.dynamicTest(field.path(), () -> check(field)));
  }

  @Test
  void the_walk_meets_fields_of_every_kind() throws IOException {
    assertThat(fields())
        .extracting(Field::path)
        .contains(
            "spec.ttlSecondsAfterFinished",
            "spec.target.selector.matchLabels{}",
            "spec.target.selector.matchExpressions[].values[]",
            "spec.recording.events[].methods[].name",
            "status.targets.matched",
            "status.recordings[].bytes",
            "status.ineligible[].pods[]");
  }

  @Test
  void a_job_needs_a_spec() throws IOException {
    assertThat(root().getRequired()).containsExactly("spec");
  }

  private static void check(Field field) throws IOException {
    var schema = field.schema();
    switch (field.type()) {
      case Class<?> type
      when type == Integer.class || type == int.class || type == Long.class || type == long.class ->
        number(schema, type);
      case Class<?> type when type == String.class -> text(field);
      case Class<?> type
      when type.isEnum() ->
        assertThat(schema.getEnum())
            .map(word -> (Object) JSON.treeToValue(word, type))
            .containsExactlyInAnyOrder((Object[]) type.getEnumConstants());
      case Class<?> type
      when type == Boolean.class -> assertThat(schema.getType()).isEqualTo("boolean");
      case ParameterizedType list
      when list.getRawType() == List.class ->
        assertThat(schema.getMaxItems()).isNotNull().isBetween(1L, MOST_ELEMENTS);
      case ParameterizedType map
      when map.getRawType() == Map.class -> {
        assertThat(schema.getMaxProperties()).isNotNull().isBetween(1L, MOST_ELEMENTS);
        assertThat(field.rules())
            .as("a rule for its keys")
            .anyMatch(rule -> rule.contains(".all(key, key.size() <="));
      }
      case Class<?> type ->
        assertThat(type.isRecord()).as("%s is of a kind that is checked", type).isTrue();
      default -> throw new AssertionError("nobody has thought of " + field.type());
    }
  }

  /** Not only by comparison: the reader that the operator uses takes both ends. */
  private static void number(JSONSchemaProps schema, Class<?> type) throws IOException {
    assertThat(schema.getMinimum()).isNotNull().isGreaterThanOrEqualTo(0);
    assertThat(schema.getMaximum())
        .isNotNull()
        .isGreaterThan(schema.getMinimum())
        .isLessThanOrEqualTo(LARGEST);
    for (var end : new double[] {schema.getMinimum(), schema.getMaximum()}) {
      assertThat(JSON.readValue(Long.toString((long) end), type))
          .hasToString(Long.toString((long) end));
      assertThat((double) (long) end).isEqualTo(end);
    }
  }

  private static void text(Field field) {
    if (Boolean.TRUE.equals(field.schema().getXKubernetesIntOrString())) {
      var name = field.path().replaceAll(".*\\.", "");
      assertThat(field.rules()).anyMatch(rule -> rule.contains("string(self.%s)".formatted(name)));
      return;
    }
    assertThat(field.schema().getMaxLength()).isNotNull().isBetween(1L, MOST_CHARACTERS);
    if (field.path().startsWith("spec.")) {
      var name = field.path().replaceAll(".*\\.|\\[]|\\{}", "");
      assertThat(field.rules())
          .as("a rule that says what to write instead")
          .anyMatch(rule -> rule.contains(name) && rule.contains("matches("));
    }
  }

  /** All below spec and status, lists' elements and maps' values among them. */
  private static List<Field> fields() throws IOException {
    var fields = new ArrayList<Field>();
    walk("spec", ProfileJobSpec.class, root().getProperties().get("spec"), List.of(), fields);
    walk("status", ProfileJobStatus.class, root().getProperties().get("status"), List.of(), fields);
    return fields;
  }

  private static void walk(
      String path, Type type, JSONSchemaProps schema, List<String> rules, List<Field> fields) {
    assertThat(schema).as(path).isNotNull();
    fields.add(new Field(path, type, schema, rules));
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      walk(
          path + "[]",
          list.getActualTypeArguments()[0],
          schema.getItems().getSchema(),
          rules,
          fields);
    } else if (type instanceof ParameterizedType map) {
      walk(
          path + "{}",
          map.getActualTypeArguments()[1],
          schema.getAdditionalProperties().getSchema(),
          rules,
          fields);
    } else if (type instanceof Class<?> record && record.isRecord()) {
      var components = new TreeMap<String, Type>();
      Arrays.stream(record.getRecordComponents())
          .forEach((RecordComponent c) -> components.put(c.getName(), c.getGenericType()));
      assertThat(schema.getProperties().keySet()).as(path).isEqualTo(components.keySet());
      var own = schema.getXKubernetesValidations().stream()
          .map(rule -> rule.getRule())
          .toList();
      components.forEach((name, component) ->
          walk(path + "." + name, component, schema.getProperties().get(name), own, fields));
    }
  }

  private static JSONSchemaProps root() throws IOException {
    var crd = Serialization.unmarshal(
        Files.readString(GenerateCrd.COMMITTED), CustomResourceDefinition.class);
    return crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
  }
}
