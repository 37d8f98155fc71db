package dev.hotspotter.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.api.spec.ProcessMatch;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.TracedMethod;
import dev.hotspotter.inject.SidecarUrls.Place;
import dev.hotspotter.select.Identity;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SidecarSpecTest {

  private static final SidecarSettings SETTINGS =
      new SidecarSettings("registry.example/sidecar:1", "IfNotPresent", 268435456, 60);
  private static final String ORDERS = "http://store/orders";
  private static final SidecarUrls PUT =
      new SidecarUrls(new Place("http://store/put", ""), null, ORDERS, "", Optional.empty());
  private static final Identity USER = new Identity(1000, 2000);
  private static final Identity ROOT = new Identity(0, 0);
  private static final Pod POD = PodFixtures.running("a").build();

  @Test
  void the_name_comes_from_the_jobs_uid_so_that_a_restarted_operator_knows_it_again() {
    assertThat(SidecarSpec.name(Jobs.job(), "app")).isEqualTo(Jobs.SIDECAR);
    assertThat(build(Jobs.job(), target(null), USER).getName()).isEqualTo(Jobs.SIDECAR);
  }

  @Test
  void the_name_of_a_sidecar_stays_a_valid_one_however_long_the_containers_is() {
    var long1 = SidecarSpec.name(Jobs.job(), "a".repeat(62) + "1");
    var long2 = SidecarSpec.name(Jobs.job(), "a".repeat(62) + "2");

    assertThat(long1)
        .hasSizeLessThanOrEqualTo(63)
        .startsWith("hotspotter-1f0c3a5e-")
        .isNotEqualTo(long2);
  }

  @Test
  void it_is_told_which_process_to_look_for() {
    var byClass = targeting(new ProcessMatch("com.example.Worker", null));
    var byLine = targeting(new ProcessMatch(null, "--role=w[0-9]$"));

    assertThat(build(byClass, target(null), USER).getEnv())
        .contains(new EnvVar("HOTSPOTTER_PROCESS_MAIN_CLASS", "com.example.Worker", null));
    assertThat(build(byLine, target(null), USER).getEnv())
        .contains(new EnvVar("HOTSPOTTER_PROCESS_COMMAND_LINE", "--role=w[0-9]$$", null));
  }

  @Test
  void where_it_sees_other_containers_processes_it_is_told_which_container_is_the_target() {
    var shared = PodFixtures.running("a")
        .editSpec()
        .withShareProcessNamespace(true)
        .endSpec()
        .editStatus()
        .editFirstContainerStatus()
        .withContainerID("containerd://4f1c")
        .endContainerStatus()
        .endStatus()
        .build();

    var sidecar = SidecarSpec.build(
        Jobs.running(Jobs.job()), shared, target(null), USER, SETTINGS, PUT, Jobs.START);

    assertThat(sidecar.getEnv()).contains(new EnvVar("HOTSPOTTER_CONTAINER_ID", "4f1c", null));
  }

  @Test
  void for_kernel_stacks_it_is_root_with_five_capabilities_and_told_whom_to_become() {
    var job = Jobs.job(
        null,
        RecordingBuilder.builder(Jobs.recording(Event.CPU)).kernelStacks(true).build(),
        10,
        null);

    var sidecar = build(job, target(null), USER);

    assertThat(sidecar.getEnv())
        .contains(
            new EnvVar("HOTSPOTTER_KERNEL_STACKS", "true", null),
            new EnvVar("HOTSPOTTER_TARGET_UID", "1000", null),
            new EnvVar("HOTSPOTTER_TARGET_GID", "2000", null));
    assertThat(sidecar.getSecurityContext().getRunAsUser()).isZero();
    assertThat(sidecar.getSecurityContext().getRunAsGroup()).isZero();
    assertThat(sidecar.getSecurityContext().getRunAsNonRoot()).isFalse();
    assertThat(sidecar.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(sidecar.getSecurityContext().getCapabilities().getAdd())
        .containsExactly("PERFMON", "SYSLOG", "SETUID", "SETGID", "KILL");
  }

  @Test
  void it_shares_the_process_namespace_of_the_target_container() {
    assertThat(build(Jobs.job(), target(null), USER).getTargetContainerName()).isEqualTo("app");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "IfNotPresent", "Never"})
  void image_and_pull_policy_are_those_of_the_installation(String policy) {
    var settings = new SidecarSettings("registry.example/sidecar:1", policy, 1, 60);

    var sidecar = SidecarSpec.build(
        Jobs.running(Jobs.job()), POD, target(null), USER, settings, PUT, Jobs.START);

    assertThat(sidecar.getImage()).isEqualTo("registry.example/sidecar:1");
    assertThat(sidecar.getImagePullPolicy()).isEqualTo(policy);
  }

  @Test
  void the_environment_is_the_whole_order_and_nothing_else() {
    var job = Jobs.job(
        null,
        RecordingBuilder.builder(Jobs.recording(
                Jobs.event(Event.CPU, "20ms"), EventSpec.of(Event.ALLOC), EventSpec.of(Event.LOCK)))
            .duration("1m30s")
            .build(),
        10,
        null);

    assertThat(build(job, target(null), USER).getEnv())
        .containsExactly(
            new EnvVar("HOTSPOTTER_JOB", "shop/checkout-cpu", null),
            new EnvVar("HOTSPOTTER_EVENTS", "cpu,alloc,lock", null),
            new EnvVar("HOTSPOTTER_DURATION", "1m30s", null),
            new EnvVar("HOTSPOTTER_INTERVAL", "20ms", null),
            new EnvVar("HOTSPOTTER_UPLOAD_URL", "http://store/put", null),
            new EnvVar("HOTSPOTTER_START_BEFORE", "2026-11-21T10:01:00Z", null),
            new EnvVar("HOTSPOTTER_TIMEOUT", "450s", null),
            new EnvVar("HOTSPOTTER_MAX_BYTES", "268435456", null),
            new EnvVar("HOTSPOTTER_ORDERS_URL", ORDERS, null));
  }

  @ParameterizedTest
  @CsvSource({"0, ", "1, 250ms", "19, 4750ms", "20, ", "21, 250ms"})
  void the_targets_of_a_job_attach_one_after_the_other(int position, String delay) {
    var targets = new ArrayList<RecordingStatus>();
    for (var i = 0; i < position; i++) {
      targets.add(Targets.pending("other-" + i));
    }
    targets.add(RecordingStatusBuilder.builder(Targets.pending("self"))
        .podUID(POD.getMetadata().getUid())
        .build());
    var job = Jobs.running(Jobs.job(), targets.toArray(RecordingStatus[]::new));

    var sidecar = SidecarSpec.build(job, POD, target(null), USER, SETTINGS, PUT, Jobs.START);

    assertThat(sidecar.getEnv())
        .filteredOn(variable -> variable.getName().equals("HOTSPOTTER_ATTACH_DELAY"))
        .extracting(EnvVar::getValue)
        .isEqualTo(delay == null ? List.of() : List.of(delay));
  }

  @Test
  void where_the_store_takes_forms_and_has_a_certificate_of_a_private_authority_it_gets_both() {
    var recording = RecordingBuilder.builder(Jobs.recording(Event.CPU))
        .diagnostics(List.of(Diagnostic.VM_FLAGS))
        .build();
    var urls = new SidecarUrls(
        new Place("https://store/b/", "key=a"),
        new Place("https://store/b/", "key=b"),
        ORDERS,
        "-----BEGIN CERTIFICATE-----",
        Optional.of(Duration.ofMinutes(-10)));

    var sidecar = SidecarSpec.build(
        Jobs.running(Jobs.job(null, recording, 10, null)),
        POD,
        target(null),
        USER,
        SETTINGS,
        urls,
        Jobs.START);

    assertThat(sidecar.getEnv())
        .contains(
            new EnvVar("HOTSPOTTER_UPLOAD_URL", "https://store/b/", null),
            new EnvVar("HOTSPOTTER_UPLOAD_FORM", "key=a", null),
            new EnvVar("HOTSPOTTER_DIAGNOSTICS_URL", "https://store/b/", null),
            new EnvVar("HOTSPOTTER_DIAGNOSTICS_FORM", "key=b", null),
            new EnvVar("HOTSPOTTER_STORE_AHEAD", "-600s", null),
            new EnvVar("HOTSPOTTER_CA_CERTIFICATES", "-----BEGIN CERTIFICATE-----", null));
  }

  @ParameterizedTest(name = "deadline after {0} s: {1}")
  @CsvSource({"600, 420s", "420, 420s", "300, 300s", "90, 120s"})
  void it_tries_to_upload_no_longer_than_its_job_waits_but_long_enough_for_an_ordinary_upload(
      long deadline, String lifetime) {
    var job = Jobs.job(
        null,
        RecordingBuilder.builder(Jobs.recording(Event.CPU)).duration("60s").build(),
        10,
        deadline);

    assertThat(build(job, target(null), USER).getEnv())
        .contains(new EnvVar("HOTSPOTTER_TIMEOUT", lifetime, null));
  }

  @Test
  void diagnostics_have_a_url_of_their_own() {
    var recording = RecordingBuilder.builder(Jobs.recording(Event.CPU))
        .diagnostics(List.of(Diagnostic.values()))
        .build();
    var urls = new SidecarUrls(
        new Place("http://store/put", ""),
        new Place("http://store/diagnostics", ""),
        ORDERS,
        "",
        Optional.empty());

    var sidecar = SidecarSpec.build(
        Jobs.running(Jobs.job(null, recording, 10, null)),
        POD,
        target(null),
        USER,
        SETTINGS,
        urls,
        Jobs.START);

    assertThat(sidecar.getEnv())
        .endsWith(
            new EnvVar(
                "HOTSPOTTER_DIAGNOSTICS", "threadDump,classHistogram,heapSummary,vmFlags", null),
            new EnvVar("HOTSPOTTER_DIAGNOSTICS_URL", "http://store/diagnostics", null));
  }

  @Test
  void options_are_told_in_the_sidecars_units() {
    var recording = RecordingBuilder.builder(Jobs.recording(
            Jobs.event(Event.WALL, "50ms"),
            EventSpec.of(Event.ALLOC),
            Jobs.event(Event.LIVE, "1Mi"),
            Jobs.event(Event.LOCK, "1ms"),
            Jobs.event(Event.NATIVELOCK, "2us"),
            Jobs.event(Event.NATIVEMEM, "256Ki"),
            Jobs.trace(
                new TracedMethod("com.example.Dao.find", "10ms"),
                new TracedMethod("Main.<init>", "0s"))))
        .stackDepth(256)
        .jfrSync(JfrProfile.PROFILE)
        .memoryLimit("32Mi")
        .threads(true)
        .build();

    assertThat(build(Jobs.job(null, recording, 10, null), target(null), USER).getEnv())
        .endsWith(
            new EnvVar(
                "HOTSPOTTER_INTERVALS",
                "wall=50ms,alloc=1048576,lock=1ms,nativelock=2us,nativemem=262144",
                null),
            new EnvVar("HOTSPOTTER_TRACE", "com.example.Dao.find:10ms,Main.<init>:0s", null),
            new EnvVar("HOTSPOTTER_STACK_DEPTH", "256", null),
            new EnvVar("HOTSPOTTER_MEMORY_LIMIT", "33554432", null),
            new EnvVar("HOTSPOTTER_JFR_SYNC", "profile", null));
  }

  @Test
  void wall_does_not_take_the_interval_of_cpu() {
    var recording = Jobs.recording(Jobs.event(Event.CPU, "1ms"), EventSpec.of(Event.WALL));

    assertThat(build(Jobs.job(null, recording, 10, null), target(null), USER).getEnv())
        .contains(
            new EnvVar("HOTSPOTTER_INTERVAL", "1ms", null),
            new EnvVar("HOTSPOTTER_INTERVALS", "wall=10ms", null));
  }

  @Test
  void a_counters_interval_is_told_under_the_counters_name() {
    var recording = Jobs.recording(Jobs.event(Event.CACHE_MISSES, "5k"));

    assertThat(build(Jobs.job(null, recording, 10, null), target(null), USER).getEnv())
        .contains(
            new EnvVar("HOTSPOTTER_EVENTS", "cache-misses", null),
            new EnvVar("HOTSPOTTER_INTERVALS", "cache-misses=5000", null));
  }

  @ParameterizedTest
  @CsvSource({"64Mi, 16777216", "1Gi, 268435456", "4Gi, 268435456"})
  void a_recording_takes_no_more_than_a_quarter_of_what_its_pod_may_store(
      String limit, String maxBytes) {
    var pod = PodFixtures.limited("a", limit).build();

    var sidecar = SidecarSpec.build(
        Jobs.running(Jobs.job()), pod, target(null), USER, SETTINGS, PUT, Jobs.START);

    assertThat(sidecar.getEnv()).contains(new EnvVar("HOTSPOTTER_MAX_BYTES", maxBytes, null));
  }

  @Test
  void nothing_is_mounted_and_no_other_source_of_environment_is_used() {
    var sidecar = build(Jobs.job(), target(null), USER);

    assertThat(sidecar.getVolumeMounts()).isEmpty();
    assertThat(sidecar.getEnvFrom()).isEmpty();
  }

  @Test
  void a_non_root_sidecar_passes_the_restricted_level_of_pod_security() {
    var context = context(null, USER);

    assertThat(context.getRunAsUser()).isEqualTo(1000);
    assertThat(context.getRunAsGroup()).isEqualTo(2000);
    assertThat(context.getRunAsNonRoot()).isTrue();
    assertThat(context.getAllowPrivilegeEscalation()).isFalse();
    assertThat(context.getPrivileged()).isFalse();
    assertThat(context.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(context.getCapabilities()).isEqualTo(dropping("ALL"));
  }

  @Test
  void a_non_root_sidecar_takes_no_capability_even_if_its_target_has_some() {
    assertThat(context(adding("SYS_PTRACE"), USER).getCapabilities()).isEqualTo(dropping("ALL"));
  }

  @Test
  void the_sidecar_of_a_root_target_with_the_runtimes_capabilities_has_these_too() {
    var context = context(null, ROOT);

    assertThat(context.getRunAsUser()).isZero();
    assertThat(context.getRunAsNonRoot()).isFalse();
    assertThat(context.getAllowPrivilegeEscalation()).isFalse();
    assertThat(context.getCapabilities()).isNull();
  }

  @Test
  void the_sidecar_of_a_root_target_that_dropped_all_capabilities_has_none() {
    assertThat(context(dropping("ALL"), ROOT).getCapabilities()).isEqualTo(dropping("ALL"));
  }

  @Test
  void the_sidecar_of_a_root_target_has_exactly_its_added_capabilities() {
    assertThat(context(adding("NET_ADMIN"), ROOT).getCapabilities()).isEqualTo(adding("NET_ADMIN"));
  }

  @Test
  void the_sidecar_of_a_privileged_target_has_its_capabilities_but_not_its_devices() {
    var target = new ContainerBuilder()
        .withName("app")
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .build();

    var context = build(Jobs.job(), target, ROOT).getSecurityContext();

    assertThat(context.getPrivileged()).isFalse();
    assertThat(context.getCapabilities()).isEqualTo(adding("ALL"));
  }

  @Test
  void a_security_modules_label_and_profile_are_the_targets() {
    var target = new ContainerBuilder()
        .withName("app")
        .withNewSecurityContext()
        .withNewSeLinuxOptions()
        .withType("app_t")
        .endSeLinuxOptions()
        .withNewAppArmorProfile()
        .withType("Unconfined")
        .endAppArmorProfile()
        .endSecurityContext()
        .build();

    var context = build(Jobs.job(), target, USER).getSecurityContext();

    assertThat(context.getSeLinuxOptions().getType()).isEqualTo("app_t");
    assertThat(context.getAppArmorProfile().getType()).isEqualTo("Unconfined");
  }

  private static ProfileJob targeting(ProcessMatch process) {
    return Jobs.job(TargetBuilder.builder(Jobs.target(null)).process(process).build());
  }

  private static SecurityContext context(Capabilities ofTarget, Identity identity) {
    return build(Jobs.job(), target(ofTarget), identity).getSecurityContext();
  }

  private static EphemeralContainer build(ProfileJob job, Container target, Identity identity) {
    return SidecarSpec.build(Jobs.running(job), POD, target, identity, SETTINGS, PUT, Jobs.START);
  }

  private static Container target(Capabilities capabilities) {
    var target = new ContainerBuilder().withName("app");
    return capabilities == null
        ? target.build()
        : target
            .withNewSecurityContext()
            .withCapabilities(capabilities)
            .endSecurityContext()
            .build();
  }

  private static Capabilities dropping(String name) {
    return new CapabilitiesBuilder().withDrop(name).build();
  }

  private static Capabilities adding(String name) {
    return new CapabilitiesBuilder().withAdd(name).build();
  }
}
