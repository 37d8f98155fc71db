package dev.hotspotter.testing;

import com.github.curiousoddman.rgxgen.RgxGen;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The regular expressions in a schema's rules, and texts that match them. */
final class RulePatterns {

  /** Matches self.name.matches('…') and self.pods.all(pod, pod.matches('…')). */
  private static final Pattern RULE =
      Pattern.compile("self\\.(\\w+)(?:\\.all\\((\\w+), \\2)?\\.matches\\('([^']*)'\\)");

  private static final Map<String, Optional<RgxGen>> PARSED = new ConcurrentHashMap<>();

  private final RandomGenerator random;

  RulePatterns(RandomGenerator random) {
    this.random = random;
  }

  /** The patterns for each field of an object, or for its elements. */
  Map<String, List<String>> of(JSONSchemaProps object) {
    var found = new HashMap<String, List<String>>();
    object
        .getXKubernetesValidations()
        .forEach(rule -> RULE.matcher(rule.getRule())
            .results()
            .forEach(match -> found
                .computeIfAbsent(match.group(1), field -> new ArrayList<>())
                .add(match.group(3).replace("\\\\", "\\"))));
    return found;
  }

  /** Null for an expression that the generator does not know. */
  String matching(String regex) {
    return PARSED
        .computeIfAbsent(regex, RulePatterns::parse)
        .map(generator -> generator.generate(random))
        .orElse(null);
  }

  private static Optional<RgxGen> parse(String regex) {
    try {
      return Optional.of(RgxGen.parse(regex));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
