package dev.hotspotter.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Makes values for a schema. Valid ones come from the examples in its descriptions, its ranges and
 * the patterns in its rules. Hostile ones are at its limits, just beyond them, or of another type.
 * The same random numbers give the same values.
 */
public final class SchemaValues {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Map<String, JsonNode> EXAMPLES = new HashMap<>();

  private final RandomGenerator random;
  private final RulePatterns patterns;
  private final double optional;
  private final double hostile;

  /**
   * @param optional how likely a field is there that need not be
   * @param hostile how likely a hostile value stands in place of another
   */
  public SchemaValues(RandomGenerator random, double optional, double hostile) {
    this.random = random;
    this.patterns = new RulePatterns(random);
    this.optional = optional;
    this.hostile = hostile;
  }

  public JsonNode value(JSONSchemaProps schema) {
    return value(schema, own(schema));
  }

  private static List<String> own(JSONSchemaProps schema) {
    return schema.getPattern() == null ? List.of() : List.of(schema.getPattern());
  }

  private JsonNode value(JSONSchemaProps schema, List<String> regexes) {
    if (random.nextDouble() < hostile) {
      return new HostileValues(random).instead(schema);
    }
    if (!schema.getEnum().isEmpty()) {
      return schema.getEnum().get(random.nextInt(schema.getEnum().size()));
    }
    if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
      return random.nextBoolean() ? example(schema) : JSON.numberNode(random.nextInt(200));
    }
    return switch (schema.getType()) {
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      case "integer" -> JSON.numberNode(number(schema));
      case "string" -> JSON.textNode(text(schema, regexes));
      case "array" -> list(schema, regexes);
      default -> schema.getAdditionalProperties() != null ? example(schema) : object(schema);
    };
  }

  private JsonNode object(JSONSchemaProps schema) {
    var object = random.nextInt(3) > 0 && example(schema) instanceof ObjectNode example
        ? example.deepCopy()
        : JSON.objectNode();
    var rules = patterns.of(schema);
    schema.getProperties().forEach((name, field) -> {
      var isNeeded =
          schema.getRequired().contains(name) || object.has(name) && random.nextBoolean();
      if (isNeeded || random.nextDouble() < optional) {
        object.set(name, value(field, rules.getOrDefault(name, own(field))));
      }
    });
    if (random.nextDouble() < hostile) {
      object.set("noSuchField", new HostileValues(random).any());
    }
    return object;
  }

  private JsonNode list(JSONSchemaProps schema, List<String> regexes) {
    if (random.nextInt(3) == 0 && example(schema) instanceof ArrayNode example) {
      return example;
    }
    var least = schema.getMinItems() == null ? 0 : schema.getMinItems().intValue();
    var size = Math.min(least + random.nextInt(3), schema.getMaxItems().intValue());
    var list = JSON.arrayNode();
    for (var i = 0; i < size; i++) {
      list.add(value(schema.getItems().getSchema(), regexes));
    }
    return list;
  }

  private long number(JSONSchemaProps schema) {
    var least = schema.getMinimum().longValue();
    var most = schema.getMaximum().longValue();
    return switch (random.nextInt(5)) {
      case 0 -> least;
      case 1 -> most;
      case 2 -> random.nextLong(least, most);
      default ->
        example(schema) instanceof JsonNode example && example.isIntegralNumber()
            ? example.asLong()
            : least;
    };
  }

  private String text(JSONSchemaProps schema, List<String> regexes) {
    var made =
        regexes.isEmpty() || random.nextInt(4) > 0 ? null : patterns.matching(regexes.getFirst());
    return made != null && made.length() <= schema.getMaxLength()
        ? made
        : example(schema) == null ? "a" : example(schema).asText();
  }

  /** The value after the last "Example:" of the description; null for elements, which have none. */
  private static JsonNode example(JSONSchemaProps schema) {
    return schema.getDescription() == null
        ? null
        : EXAMPLES.computeIfAbsent(schema.getDescription(), SchemaValues::parsed);
  }

  private static JsonNode parsed(String description) {
    try {
      return YAML.readTree(
          description.substring(description.lastIndexOf("Example: ") + "Example: ".length()));
    } catch (IOException e) {
      throw new UncheckedIOException(description, e);
    }
  }
}
