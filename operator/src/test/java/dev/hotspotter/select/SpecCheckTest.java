package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.PodSelector.Operator;
import dev.hotspotter.api.spec.PodSelector.Requirement;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.testing.Jobs;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpecCheckTest {

  static Stream<Arguments> invalid() {
    return Stream.of(
        target(t -> t.pods(List.of("good", "x/log")), "spec.target.pods holds \"x/log\""),
        target(t -> t.pods(List.of("..")), "spec.target.pods holds \"..\""),
        target(t -> t.containers(List.of("A")), "spec.target.containers holds \"A\""),
        target(
            t -> t.workloadRef(new WorkloadRef(null, "Job", "a?b")),
            "spec.target.workloadRef has an invalid"),
        target(
            t -> t.workloadRef(new WorkloadRef("../v1", "Job", "a")),
            "spec.target.workloadRef has an invalid"),
        target(
            t -> t.workloadRef(new WorkloadRef(null, null, "a")),
            "spec.target.workloadRef has an invalid"),
        selector(new PodSelector(Map.of("a b", "c"), null), "has the key \"a b\""),
        selector(new PodSelector(Map.of("a", "b,c"), null), "has the value \"b,c\""),
        selector(
            new PodSelector(null, List.of(new Requirement("a", Operator.In, null))),
            "asks for a In; write values"),
        selector(
            new PodSelector(null, List.of(new Requirement("a", Operator.NotIn, List.of()))),
            "asks for a NotIn; write values"),
        selector(
            new PodSelector(null, List.of(new Requirement("a", Operator.Exists, List.of("b")))),
            "asks for a Exists"),
        selector(
            new PodSelector(null, List.of(new Requirement("a", null, List.of("b")))),
            "asks for a null"),
        selector(
            new PodSelector(null, List.of(new Requirement("a", Operator.In, List.of("b c")))),
            "has the value \"b c\""),
        spec(
            s -> s.activeDeadlineSeconds(9_000_000_000_000_000_000L),
            "spec.activeDeadlineSeconds is 9000000000000000000; it can be 1 to 604800"),
        spec(s -> s.parallelism(0), "spec.parallelism is 0"),
        target(
            t -> t.sample(new Sample("half", Sample.Order.Random, null)),
            "spec.target.sample.size must be a number from 1 to 100, or a percentage"),
        target(t -> t.minAge("99999h"), "is no duration"));
  }

  private static Arguments spec(UnaryOperator<ProfileJobSpecBuilder> change, String words) {
    return Arguments.of(
        words, change.apply(ProfileJobSpecBuilder.builder(Jobs.job().getSpec())).build());
  }

  private static Arguments target(UnaryOperator<TargetBuilder> change, String words) {
    return spec(
        s -> s.target(change.apply(TargetBuilder.builder(Jobs.target("app"))).build()), words);
  }

  private static Arguments selector(PodSelector selector, String words) {
    return target(t -> t.selector(selector), words);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void says_what_is_wrong(String words, ProfileJobSpec spec) {
    assertThat(SpecCheck.problem(spec))
        .hasValueSatisfying(problem -> assertThat(problem).contains(words));
  }

  static Stream<Target> valid() {
    var requirements = List.of(
        new Requirement("app.kubernetes.io/name", Operator.In, List.of("", "A_b.c")),
        new Requirement("tier", Operator.Exists, null));
    return Stream.of(
        Jobs.target("app"),
        TargetBuilder.builder(Jobs.target(null))
            .selector(new PodSelector(Map.of("team", ""), requirements))
            .containers(List.of("*"))
            .build(),
        TargetBuilder.builder(Jobs.target(null))
            .selector(null)
            .pods(List.of("a.b-1"))
            .minAge("9999h")
            .build(),
        TargetBuilder.builder(Jobs.target(null))
            .selector(null)
            .workloadRef(new WorkloadRef("argoproj.io/v1alpha1", "Rollout", "a"))
            .build());
  }

  @ParameterizedTest
  @MethodSource
  void valid(Target target) {
    assertThat(SpecCheck.problem(Jobs.job(target).getSpec())).isEmpty();
  }

  @Test
  void a_long_word_is_shortened() {
    var spec = ProfileJobSpecBuilder.builder(Jobs.job().getSpec())
        .target(TargetBuilder.builder(Jobs.target(null))
            .pods(List.of("A".repeat(9_999)))
            .build())
        .build();

    assertThat(SpecCheck.problem(spec).orElseThrow()).hasSizeLessThan(300);
  }
}
