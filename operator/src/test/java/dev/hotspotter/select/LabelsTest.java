package dev.hotspotter.select;

import static dev.hotspotter.api.spec.PodSelector.Operator.DoesNotExist;
import static dev.hotspotter.api.spec.PodSelector.Operator.Exists;
import static dev.hotspotter.api.spec.PodSelector.Operator.In;
import static dev.hotspotter.api.spec.PodSelector.Operator.NotIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.PodSelector.Requirement;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {

  @Test
  void labels_are_in_the_order_of_their_names() {
    assertThat(Labels.text(new PodSelector(Map.of("tier", "web", "app", "shop"), null)))
        .isEqualTo("app=shop,tier=web");
  }

  @Test
  void each_operator_is_written_as_kubectl_reads_it() {
    var requirements = List.of(
        new Requirement("a", In, List.of("1", "2")),
        new Requirement("b", NotIn, List.of("3")),
        new Requirement("c", Exists, null),
        new Requirement("d", DoesNotExist, null));

    assertThat(Labels.text(new PodSelector(null, requirements)))
        .isEqualTo("a in (1,2),b notin (3),c,!d");
  }

  @Test
  void all_requirements_on_one_label_are_written() {
    var requirements = List.of(
        new Requirement("tier", In, List.of("a", "b")),
        new Requirement("tier", In, List.of("b", "c")));

    assertThat(Labels.text(new PodSelector(null, requirements)))
        .isEqualTo("tier in (a,b),tier in (b,c)");
  }

  @Test
  void a_workloads_selector_is_written_the_same_way() {
    var selector = new LabelSelectorBuilder()
        .addToMatchLabels("app", "shop")
        .addNewMatchExpression()
        .withKey("tier")
        .withOperator("In")
        .withValues("web")
        .endMatchExpression()
        .build();

    assertThat(Labels.text(selector)).isEqualTo("app=shop,tier in (web)");
  }
}
