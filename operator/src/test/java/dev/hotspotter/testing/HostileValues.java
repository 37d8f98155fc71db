package dev.hotspotter.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values that nobody would write by chance: at a field's limits, just beyond them, or of another kind. */
final class HostileValues {

  private static final ObjectMapper READER = new ObjectMapper();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> TEXTS = List.of(
      "",
      " ",
      "-",
      ".",
      "..",
      "../..",
      "a/b",
      "x/log",
      "a?b=c",
      "a%2Fb",
      "a#b",
      "a,b",
      "a b",
      "a\nb",
      "\0",
      "\u202e",
      "é",
      "\ud835\udd4f",
      "<script>",
      "{{1}}",
      "${jndi:ldap://a}",
      "*",
      "(",
      "a".repeat(64),
      "a".repeat(254),
      "a".repeat(318),
      "a".repeat(60_000),
      "0s",
      "-1s",
      "99999999999h",
      "1e9s",
      "2026-13-41T10:00:00Z",
      "+999999999-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999999999Z",
      "0000-01-01T00:00:00Z",
      "NaN",
      "null",
      "1.2.3 %",
      "x 1.2.3 %",
      "x 999.9 %");

  private static final List<String> NUMBERS = List.of(
      "0",
      "-1",
      "1",
      "2147483647",
      "2147483648",
      "3000000000",
      "-2147483649",
      "4294967296",
      "9007199254740991",
      "9007199254740993",
      "9000000000000000000",
      "9223372036854775807",
      "9223372036854775808",
      "-9223372036854775808",
      "1e30",
      "1.5",
      "1.0",
      "1e3");

  private static final List<String> OTHERS = List.of(
      "null",
      "true",
      "[]",
      "{}",
      "[null]",
      "[[]]",
      "{\"a\": {\"b\": [1]}}",
      "{\"\": \"\"}",
      "{\"a b\": \"c;d\"}",
      "[\"a\", \"a\"]");

  private final RandomGenerator random;

  HostileValues(RandomGenerator random) {
    this.random = random;
  }

  /** A value in place of one that the schema admits. */
  JsonNode instead(JSONSchemaProps schema) {
    if (random.nextInt(4) == 0) {
      return any();
    }
    return switch (String.valueOf(schema.getType())) {
      case "integer" -> random.nextBoolean() ? json(one(NUMBERS)) : atLimit(schema);
      case "string" ->
        random.nextInt(3) > 0 || schema.getMaxLength() == null
            ? text()
            : JSON.textNode("a".repeat(schema.getMaxLength().intValue() + random.nextInt(2)));
      case "array" ->
        schema.getMaxItems() == null
            ? json("[]")
            : elements(schema.getMaxItems().intValue() + random.nextInt(2));
      default ->
        schema.getMaxProperties() == null
            ? any()
            : entries(schema.getMaxProperties().intValue() + random.nextInt(2));
    };
  }

  /** A value of any kind. */
  JsonNode any() {
    return switch (random.nextInt(3)) {
      case 0 -> text();
      case 1 -> json(one(NUMBERS));
      default -> json(one(OTHERS));
    };
  }

  private JsonNode text() {
    return JSON.textNode(one(TEXTS));
  }

  private JsonNode atLimit(JSONSchemaProps schema) {
    var limits = Stream.of(schema.getMinimum(), schema.getMaximum())
        .filter(limit -> limit != null)
        .toList();
    return limits.isEmpty()
        ? json("0")
        : JSON.numberNode(
            limits.get(random.nextInt(limits.size())).longValue() + random.nextInt(-1, 2));
  }

  private JsonNode elements(int count) {
    return json(IntStream.range(0, count)
        .mapToObj(i -> "\"a%d\"".formatted(i))
        .collect(Collectors.joining(",", "[", "]")));
  }

  private JsonNode entries(int count) {
    var key = random.nextBoolean() ? "a" : one(TEXTS).replaceAll("[\"\\\\\\p{Cntrl}]", "");
    return json(IntStream.range(0, count)
        .mapToObj(i -> "\"%s%d\": \"b\"".formatted(key, i))
        .collect(Collectors.joining(",", "{", "}")));
  }

  private String one(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static JsonNode json(String text) {
    try {
      return READER.readTree(text);
    } catch (Exception e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
