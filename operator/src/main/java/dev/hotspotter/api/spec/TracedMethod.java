package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A method whose slow calls are recorded. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "self.name.matches('^([\\\\p{L}_$][\\\\p{L}\\\\p{N}_$]*[.])+([\\\\p{L}_$][\\\\p{L}\\\\p{N}_$]*|<init>)"
            + "([(](\\\\[*" + TracedMethod.TYPE + ")*[)](V|\\\\[*" + TracedMethod.TYPE + "))?$')",
    fieldPath = ".name",
    message =
        "must be one method with its class, without *; add the signature from javap -s for one of several overloads;"
            + " for example com.example.Dao.find or com.example.Dao.find(Ljava/lang/String;)V")
@ValidationRule(
    value = "!self.name.matches('^java[.]lang[.]Throwable[.]fillInStackTrace([(].*)?$')",
    fieldPath = ".name",
    message =
        "cannot be the method that the event exceptions traces; use that event, {type: exceptions}")
@ValidationRule(
    value =
        "self.threshold.matches('^[0-9]{1,9}(us|ms|s|m|h)$') && duration(self.threshold) <= duration('1h')",
    fieldPath = ".threshold",
    message = "must be at most 1h; for example 10ms")
public record TracedMethod(
    @Required
    @Size(min = 3, max = 253)
    @JsonPropertyDescription(
        "The method with its class: all its overloads, or one with its signature as javap -s prints it. Example:"
            + " com.example.Dao.find(Ljava/lang/String;)V")
    String name,

    @Default("\"10ms\"")
    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "The shortest call to record; 0s records every call, possibly many. Example: 10ms")
    String threshold) {

  /** The pattern of a parameter's type in a signature. */
  static final String TYPE = "([BCDFIJSZ]|L[\\\\p{L}\\\\p{N}_$/]+;)";
}
