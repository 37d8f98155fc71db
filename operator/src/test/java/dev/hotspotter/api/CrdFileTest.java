package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrdFileTest {

  @Test
  void the_committed_file_is_what_the_api_classes_say(@TempDir Path folder) throws IOException {
    GenerateCrd.generateInto(folder);

    assertThat(GenerateCrd.COMMITTED)
        .as("run make generate and commit crds/")
        .hasSameTextualContentAs(folder.resolve(GenerateCrd.COMMITTED.getFileName()));
  }

  @Test
  void every_field_is_described_with_an_example() throws IOException {
    var fields = new TreeMap<String, JSONSchemaProps>();
    collect("", version().getSchema().getOpenAPIV3Schema(), fields);

    assertThat(fields)
        .containsKeys(
            "spec", "spec.target.selector.matchExpressions.operator", "status.recordings.sha256");
    assertThat(fields)
        .allSatisfy((path, field) -> assertThat(field.getDescription())
            .as(path)
            .isNotNull()
            .contains("Example: ")
            .doesNotContain("\n"));
  }

  @Test
  void kubectl_get_shows_its_columns_in_reading_order_and_three_more_when_wide()
      throws IOException {
    assertThat(version().getAdditionalPrinterColumns())
        .extracting(CustomResourceColumnDefinition::getName)
        .containsExactlyElementsOf(GenerateCrd.COLUMNS);
    assertThat(version().getAdditionalPrinterColumns().subList(0, 8))
        .allMatch(column -> column.getPriority() == 0);
    assertThat(version().getAdditionalPrinterColumns().subList(8, 11))
        .allMatch(column -> column.getPriority() == 1);
  }

  @Test
  void every_list_has_a_type_and_every_time_a_format() throws IOException {
    var fields = new TreeMap<String, JSONSchemaProps>();
    collect("", version().getSchema().getOpenAPIV3Schema(), fields);

    assertThat(fields).allSatisfy((path, field) -> {
      assertThat(field.getXKubernetesListType() == null)
          .as(path)
          .isEqualTo(field.getItems() == null);
      assertThat("date-time".equals(field.getFormat()))
          .as(path)
          .isEqualTo(path.matches("status[.].*([tT]ime|deadline)"));
    });
    assertThat(fields.get("status.conditions").getXKubernetesListMapKeys()).containsExactly("type");
  }

  @Test
  void status_is_a_subresource_so_that_only_the_operator_needs_to_write_it() throws IOException {
    assertThat(version().getSubresources().getStatus()).isNotNull();
    assertThat(version().getStorage()).isTrue();
  }

  /** All fields below a schema by path, those of list elements and map values included. */
  private static void collect(
      String path, JSONSchemaProps schema, Map<String, JSONSchemaProps> fields) {
    if (schema.getItems() != null) {
      collect(path, schema.getItems().getSchema(), fields);
    }
    if (schema.getProperties() != null) {
      schema.getProperties().forEach((name, field) -> {
        fields.put(path + name, field);
        collect(path + name + ".", field, fields);
      });
    }
  }

  private static CustomResourceDefinitionVersion version() throws IOException {
    var crd = Serialization.unmarshal(
        Files.readString(GenerateCrd.COMMITTED), CustomResourceDefinition.class);
    assertThat(crd.getSpec().getVersions()).hasSize(1);
    return crd.getSpec().getVersions().getFirst();
  }
}
