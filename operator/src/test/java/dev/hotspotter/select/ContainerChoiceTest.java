package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.SidecarOptions;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerChoiceTest {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  static Stream<Arguments> chosen() {
    return Stream.of(
        Arguments.of("the only one", null, PodFixtures.running("a"), List.of("app")),
        Arguments.of(
            "every one, to be looked at",
            null,
            PodFixtures.running("a", "web", "proxy"),
            List.of("web", "proxy")),
        Arguments.of("the pod's default", null, withDefault("web"), List.of("web")),
        Arguments.of(
            "the named one before the pod's default",
            List.of("proxy"),
            withDefault("web"),
            List.of("proxy")),
        Arguments.of(
            "several named ones",
            List.of("proxy", "web"),
            withDefault("web"),
            List.of("proxy", "web")),
        Arguments.of(
            "all before the pod's default",
            List.of("*"),
            withDefault("web"),
            List.of("web", "proxy")),
        Arguments.of(
            "one that is named twice",
            List.of("web", "web"),
            withDefault("proxy"),
            List.of("web")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void chosen(String which, List<String> named, PodBuilder pod, List<String> expected) {
    var choice = choose(naming(named), pod.build());

    assertThat(choice.containers()).isEqualTo(expected);
    assertThat(choice.refusal()).isEmpty();
  }

  static Stream<Arguments> findings() {
    var report = "{\"version\":1,\"outcome\":\"Refused\",\"reason\":\"%s\",\"message\":\"none\"}";
    return Stream.of(
        Arguments.of("no JVM", report.formatted("NoJvmFound"), 300, "NAME", List.of("web")),
        Arguments.of("another VM", report.formatted("NotHotSpot"), 300, "NAME", List.of("web")),
        Arguments.of(
            "a cut report",
            report.formatted("NoJvmFound").substring(0, 58),
            300,
            "NAME",
            List.of("web")),
        Arguments.of(
            "a look before the JVM may have started",
            report.formatted("NoJvmFound"),
            299,
            "NAME",
            List.of("web", "proxy")),
        Arguments.of(
            "a look before the container's last start",
            report.formatted("NoJvmFound"),
            -60,
            "NAME",
            List.of("web", "proxy")),
        Arguments.of(
            "a look for one process",
            report.formatted("NoJvmFound"),
            300,
            "HOTSPOTTER_PROCESS_MAIN_CLASS",
            List.of("web", "proxy")),
        Arguments.of(
            "another refusal",
            report.formatted("JvmStarting"),
            300,
            "NAME",
            List.of("web", "proxy")),
        Arguments.of("no report", null, 300, "NAME", List.of("web", "proxy")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("findings")
  void a_container_without_a_jvm_is_looked_at_once(
      String which, String report, int secondsAfterStart, String variable, List<String> expected) {
    var pod = looked(
        PodFixtures.running("a", "web", "proxy"), "proxy", report, secondsAfterStart, variable);

    assertThat(choose(naming(null), pod.build()).containers()).isEqualTo(expected);
    assertThat(choose(naming(List.of("proxy")), pod.build()).containers())
        .as("named")
        .containsExactly("proxy");
  }

  @Test
  void a_pod_whose_containers_all_run_no_jvm_is_refused() {
    var report = "{\"version\":1,\"outcome\":\"Refused\",\"reason\":\"NoJvmFound\"}";

    assertRefused(
        choose(
            naming(null),
            looked(PodFixtures.running("a"), "app", report, 300, "NAME").build()),
        "NoJvmFound",
        "found no HotSpot JVM in app; to look again, name a container in target.containers");
  }

  /** The pod with an earlier sidecar, which ended with this report. */
  private static PodBuilder looked(
      PodBuilder pod, String container, String report, int secondsAfterStart, String variable) {
    return pod.editSpec()
        .addNewEphemeralContainer()
        .withName("hotspotter-0badcafe-" + container)
        .withTargetContainerName(container)
        .addNewEnv()
        .withName(variable)
        .endEnv()
        .endEphemeralContainer()
        .endSpec()
        .editStatus()
        .addNewEphemeralContainerStatus()
        .withName("hotspotter-0badcafe-" + container)
        .withNewState()
        .withNewTerminated()
        .withStartedAt(
            Instant.parse("2026-11-21T09:00:00Z").plusSeconds(secondsAfterStart).toString())
        .withMessage(report)
        .endTerminated()
        .endState()
        .endEphemeralContainerStatus()
        .endStatus();
  }

  @Test
  void a_name_that_the_pod_does_not_have_is_refused_with_those_it_has() {
    assertRefused(
        choose(
            naming(List.of("web", "jvm")),
            PodFixtures.running("a", "web", "proxy").build()),
        Reasons.CONTAINER_NOT_FOUND,
        "no container jvm; target.containers can hold web, proxy");
  }

  @Test
  void a_default_that_the_pod_does_not_have_is_refused_as_well() {
    assertRefused(
        choose(naming(null), withDefault("gone").build()),
        Reasons.CONTAINER_NOT_FOUND,
        "no container gone");
  }

  @Test
  void a_named_container_that_does_not_run_is_refused() {
    assertRefused(
        choose(naming(List.of("web", "proxy")), stopped("proxy", "web", "proxy").build()),
        Reasons.POD_NOT_RUNNING,
        "container proxy is not running");
  }

  @Test
  void one_that_cannot_be_looked_at_is_not_passed_over_for_it_may_be_the_one() {
    assertRefused(
        choose(naming(null), stopped("web", "web", "proxy").build()),
        Reasons.POD_NOT_RUNNING,
        "container web is not running");
  }

  @Test
  void a_container_younger_than_asked_for_is_refused() {
    assertRefused(
        choose(older("2m"), started(119)),
        Reasons.POD_TOO_YOUNG,
        "has run for 119 s, and target.minAge asks for 2m");
    assertThat(choose(older("2m"), started(120)).refusal()).isEmpty();
  }

  @ParameterizedTest(name = "{0} s after its start, with minAge {1}")
  @CsvSource({"-599, 0s", "-1, 0s", "0, 0s", "601, 10m"})
  void a_node_with_another_clock_refuses_no_container_that_nobody_wants_older(
      int seconds, String minAge) {
    assertThat(choose(older(minAge), started(seconds)).refusal()).isEmpty();
  }

  @Test
  void a_container_that_starts_in_the_future_is_of_unknown_age() {
    assertRefused(
        choose(older("2m"), started(-480)),
        Reasons.POD_TOO_YOUNG,
        "container app starts in 480 s by the operator's clock, so its age is unknown; correct the clocks");
  }

  private static ProfileJob older(String minAge) {
    return Jobs.job(TargetBuilder.builder(Jobs.target(null)).minAge(minAge).build());
  }

  /** A pod whose container started so many seconds ago. */
  private static Pod started(int secondsAgo) {
    return PodFixtures.running("a")
        .editStatus()
        .editFirstContainerStatus()
        .withNewState()
        .withNewRunning(Jobs.START.minusSeconds(secondsAgo).toString())
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  @Test
  void a_container_of_unknown_identity_is_refused_unless_the_job_tells_it() {
    var pod = PodFixtures.running("a")
        .editStatus()
        .editFirstContainerStatus()
        .withUser(null)
        .endContainerStatus()
        .endStatus()
        .build();

    assertRefused(choose(naming(null), pod), Reasons.IDENTITY_UNKNOWN, "spec.sidecar.runAsUser");

    var telling = Jobs.job();
    telling.setSpec(ProfileJobSpecBuilder.builder(telling.getSpec())
        .sidecar(new SidecarOptions(185L, 0L))
        .build());
    assertThat(choose(telling, pod).containers()).containsExactly("app");
  }

  @Test
  void a_container_whose_pod_a_recording_could_have_evicted_is_refused() {
    assertRefused(
        choose(naming(null), PodFixtures.limited("a", "20Mi").build()),
        Reasons.STORAGE_LIMIT_TOO_LOW,
        "raise the sum to 32Mi");
  }

  private static void assertRefused(ContainerChoice choice, String reason, String words) {
    assertThat(choice.containers()).isEmpty();
    assertThat(choice.refusal()).hasValueSatisfying(refusal -> {
      assertThat(refusal.reason()).isEqualTo(reason);
      assertThat(refusal.message()).contains(words);
    });
  }

  private static ContainerChoice choose(ProfileJob job, Pod pod) {
    return ContainerChoice.of(job, pod, Jobs.START);
  }

  private static ProfileJob naming(List<String> containers) {
    return Jobs.job(
        TargetBuilder.builder(Jobs.target(null)).containers(containers).build());
  }

  private static PodBuilder withDefault(String container) {
    return PodFixtures.running("a", "web", "proxy")
        .editMetadata()
        .addToAnnotations(DEFAULT_CONTAINER, container)
        .endMetadata();
  }

  private static PodBuilder stopped(String container, String... containers) {
    return PodFixtures.running("a", containers)
        .editStatus()
        .editMatchingContainerStatus(status -> status.getName().equals(container))
        .withNewState()
        .withNewTerminated()
        .withExitCode(1)
        .endTerminated()
        .endState()
        .endContainerStatus()
        .endStatus();
  }
}
