package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Selects one of several JVMs in a container. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "has(self.mainClass) != has(self.commandLine)",
    message = "must have mainClass or commandLine; for example {mainClass: com.example.Worker}")
@ValidationRule(
    value =
        "!has(self.commandLine) || (''.matches(self.commandLine) || !''.matches(self.commandLine))",
    fieldPath = ".commandLine",
    message = "must be a regular expression in RE2 syntax; for example worker-[0-9]+")
@ValidationRule(
    value = "!has(self.commandLine) || self.commandLine.matches('^[^\\\\pC]+$')",
    fieldPath = ".commandLine",
    message = "must have no control characters; write them as in RE2, for example \\t")
@ValidationRule(
    value = "!has(self.mainClass) || self.mainClass.matches('^[^\\\\pC]+$')",
    fieldPath = ".mainClass",
    message =
        "must be the name of a class or a jar, without control characters; for example com.example.Worker")
public record ProcessMatch(
    @Size(min = 1, max = 253)
    @JsonPropertyDescription(
        "The JVM's main class, or the file name of its jar. Example: com.example.Worker")
    String mainClass,

    @Size(min = 1, max = 253)
    @JsonPropertyDescription(
        "A regular expression (RE2) for any part of the command line, with its arguments joined by blanks."
            + " Example: --role=worker")
    String commandLine) {}
