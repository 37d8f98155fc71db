package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A method whose slow calls are recorded. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "self.method.matches('^([\\\\p{L}_$][\\\\p{L}\\\\p{N}_$]*[.])+([\\\\p{L}_$][\\\\p{L}\\\\p{N}_$]*|<init>)$')",
    fieldPath = ".method",
    message = "must be one method with its class, without parameters or *; for example com.example.Dao.find")
@ValidationRule(
    value = "self.method != 'java.lang.Throwable.fillInStackTrace'",
    fieldPath = ".method",
    message = "is what the event exceptions traces; for example {events: [exceptions]}")
@ValidationRule(
    value = "self.threshold.matches('^[0-9]{1,9}(us|ms|s)$') && duration(self.threshold) <= duration('1h')",
    fieldPath = ".threshold",
    message = "must be at most 1h, in us, ms or s; for example 10ms")
public record TracedMethod(
    @Required @Size(min = 3, max = 253)
        @JsonPropertyDescription("The method with its class, whatever its parameters are. Example: com.example.Dao.find")
        String method,
    @Default("\"10ms\"") @Size(min = 2, max = 16)
        @JsonPropertyDescription(
            "Calls that are over sooner are not recorded; 0s records every call, which can be many. Example: 10ms")
        String threshold) {}
