package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityTest {

  @Test
  void what_the_kubelet_reports_wins_over_what_the_pod_declares() {
    var pod = declaring(PodFixtures.running("a"), 7L, 8L, 9L, 10L);

    assertThat(identity(pod)).contains(new Identity(1000, 1000));
  }

  @ParameterizedTest(name = "pod says {0}:{1}, container says {2}:{3} → {4}:{5}")
  @CsvSource({
    "100,200,,, 100,200",
    ",,300,400, 300,400",
    "100,200,300,400, 300,400",
    "100,200,300,, 300,200",
    "100,200,,400, 100,400",
    ",200,300,, 300,200",
    "0,0,,, 0,0",
  })
  void without_a_report_each_of_both_numbers_is_the_containers_else_the_pods(
      Long podUid, Long podGid, Long uid, Long gid, long expectedUid, long expectedGid) {
    assertThat(identity(declaring(silent(), podUid, podGid, uid, gid)))
        .contains(new Identity(expectedUid, expectedGid));
  }

  @ParameterizedTest(name = "pod says {0}:{1}, container says {2}:{3}")
  @CsvSource({"100,,,", ",200,,", ",,300,", ",,,400", ",,,"})
  void one_number_alone_is_not_enough(Long podUid, Long podGid, Long uid, Long gid) {
    assertThat(identity(declaring(silent(), podUid, podGid, uid, gid))).isEmpty();
  }

  @ParameterizedTest(name = "the kubelet reports {0}:{1}")
  @CsvSource({"1000,", ",1000"})
  void half_a_report_is_none(Long uid, Long gid) {
    var pod = silent()
        .editStatus()
        .editFirstContainerStatus()
        .withNewUser()
        .withNewLinux()
        .withUid(uid)
        .withGid(gid)
        .endLinux()
        .endUser()
        .endContainerStatus()
        .endStatus();

    assertThat(identity(pod.build())).isEmpty();
  }

  @Test
  void each_container_has_its_own() {
    var pod = PodFixtures.running("a", "proxy", "app")
        .editStatus()
        .editContainerStatus(1)
        .editUser()
        .editLinux()
        .withUid(7L)
        .endLinux()
        .endUser()
        .endContainerStatus()
        .endStatus()
        .build();

    assertThat(Identity.of(Jobs.job(), pod, pod.getSpec().getContainers().getLast()))
        .contains(new Identity(7, 1000));
  }

  @Test
  void a_pod_without_any_security_context_is_unknown() {
    assertThat(identity(silent().build())).isEmpty();
  }

  @Test
  void only_uid_0_is_root() {
    assertThat(new Identity(0, 1000).isRoot()).isTrue();
    assertThat(new Identity(1000, 0).isRoot()).isFalse();
  }

  /** A pod as a kubelet on containerd 1 reports it: without user. */
  private static PodBuilder silent() {
    return PodFixtures.running("a")
        .editStatus()
        .editFirstContainerStatus()
        .withUser(null)
        .endContainerStatus()
        .endStatus();
  }

  private static Pod declaring(PodBuilder pod, Long podUid, Long podGid, Long uid, Long gid) {
    return pod.editSpec()
        .withSecurityContext(new PodSecurityContextBuilder()
            .withRunAsUser(podUid)
            .withRunAsGroup(podGid)
            .build())
        .editFirstContainer()
        .withSecurityContext(
            new SecurityContextBuilder().withRunAsUser(uid).withRunAsGroup(gid).build())
        .endContainer()
        .endSpec()
        .build();
  }

  private static Optional<Identity> identity(Pod pod) {
    return Identity.of(Jobs.job(), pod, pod.getSpec().getContainers().getFirst());
  }
}
