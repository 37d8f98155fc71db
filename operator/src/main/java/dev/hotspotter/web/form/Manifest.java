package dev.hotspotter.web.form;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.report.JobReport;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A ProfileJob as YAML, to show and to create again. */
public record Manifest(String namespace, String generateName, ProfileJobSpec spec) {

  /** The prefix of a generated name leaves room for its random suffix within 63 characters. */
  private static final int LONGEST_PREFIX = 57;

  private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
      .disable(Feature.WRITE_DOC_START_MARKER)
      .disable(Feature.SPLIT_LINES)
      .enable(Feature.MINIMIZE_QUOTES)
      .enable(Feature.INDENT_ARRAYS_WITH_INDICATOR)
      .stringQuotingChecker(new Quoting())
      .build());

  /** Omits quotes of plain words only: YAML readers take other texts for numbers or dates. */
  private static final class Quoting extends StringQuotingChecker.Default {

    private static final Pattern PLAIN =
        Pattern.compile("[A-Za-z][A-Za-z0-9./-]*|[0-9]+(us|ms|s|m|h)");

    @Override
    public boolean needToQuoteValue(String value) {
      return !PLAIN.matcher(value).matches() || super.needToQuoteValue(value);
    }
  }

  /** A manifest with this job's spec. */
  public static Manifest again(ProfileJob job) {
    var metadata = job.getMetadata();
    return new Manifest(
        metadata.getNamespace(),
        prefix(Optional.ofNullable(metadata.getGenerateName()).orElse(metadata.getName())),
        notSuspended(job.getSpec()));
  }

  /** A manifest with a deleted job's spec. */
  public static Manifest again(JobReport report) {
    return new Manifest(report.namespace(), prefix(report.name()), notSuspended(report.spec()));
  }

  private static ProfileJobSpec notSuspended(ProfileJobSpec spec) {
    return spec != null && spec.suspended()
        ? ProfileJobSpecBuilder.builder(spec).suspend(null).build()
        : spec;
  }

  /** A job's name prefix, from any name. */
  static String prefix(String name) {
    var words = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
    var begin =
        words.substring(0, Math.min(LONGEST_PREFIX - 1, words.length())).replaceAll("-$", "");
    return (begin.isEmpty() ? "profile" : begin) + "-";
  }

  public String yaml() {
    var metadata = new LinkedHashMap<String, String>();
    metadata.put("namespace", namespace);
    metadata.put("generateName", generateName);
    var all = new LinkedHashMap<String, Object>();
    all.put("apiVersion", "hotspotter.dev/v1alpha1");
    all.put("kind", "ProfileJob");
    all.put("metadata", metadata);
    all.put("spec", spec);
    return written(all);
  }

  /**
   * The shell command. No line of the YAML can end the here-document: each begins with a key or is
   * indented.
   */
  public String command() {
    return "kubectl create -f - <<'EOF'\n" + yaml() + "EOF\n";
  }

  private static String written(Map<String, Object> all) {
    try {
      return YAML.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a ProfileJob can be written", e);
    }
  }
}
