package dev.hotspotter.e2e;

import static dev.hotspotter.e2e.BurnerPod.restricted;
import static dev.hotspotter.e2e.BurnerPod.root;
import static dev.hotspotter.e2e.MatrixCase.profiled;
import static dev.hotspotter.e2e.MatrixCase.refused;

import dev.hotspotter.api.Reasons;
import java.util.List;

/** The rows of the compatibility matrix. */
final class MatrixCases {

  static final List<MatrixCase> ALL = List.of(
      profiled("uid 1000, in a `restricted` namespace", restricted(1000, 1000)).onEveryJvm(),
      profiled("root with default capabilities", root()),
      profiled(
          "root with all capabilities dropped",
          root().security(s -> s.withNewCapabilities().withDrop("ALL").endCapabilities())),
      profiled("random high uid, gid 0", restricted(1000680000, 0)),
      profiled(
          "read-only root file system, `emptyDir` on /tmp",
          restricted(1000, 1000).readOnly().emptyDirOnTmp()),
      profiled(
          "user namespace (`hostUsers: false`)",
          restricted(1000, 1000).spec(s -> s.withHostUsers(false))),
      profiled("the JVM is not the first process", runs("$JAVA Burner 8000; echo ended")),
      profiled(
              "shared PID namespace, one of two JVM containers",
              restricted(1000, 1000).twice().spec(s -> s.withShareProcessNamespace(true)))
          .target("containers: [app]"),
      profiled(
              "shared PID namespace, both JVM containers",
              restricted(1000, 1000).twice().spec(s -> s.withShareProcessNamespace(true)))
          .target("containers: ['*']")
          .of("app 8000", "beside 8001"),
      profiled(
          "two containers of which one runs a JVM, none named",
          restricted(1000, 1000).besideShell()),
      profiled(
              "two JVMs in one container, one of them chosen",
              restricted(1000, 1000).running(2, "$JAVA Burner 8001 & exec $JAVA Burner 8000"))
          .target("process: {commandLine: 'Burner 8001'}")
          .of("app 8001"),
      profiled(
              "`kernelStacks`, in a `privileged` namespace",
              restricted(1000, 1000).amongPrivileged())
          .recording("kernelStacks: true"),
      refused(
              "`kernelStacks`, in a `restricted` namespace",
              restricted(1000, 1000),
              Reasons.INJECTION_REFUSED,
              "needs a namespace that admits PERFMON and SYSLOG; choose one, or record without it")
          .recording("kernelStacks: true")
          .quoting("violates PodSecurity \"restricted:latest\""),
      refused(
          "`-XX:+DisableAttachMechanism`",
          runs("exec $JAVA -XX:+DisableAttachMechanism Burner 8000"),
          "AttachDisabled",
          "remove that option and restart the pod"),
      refused(
          "`-XX:-EnableDynamicAgentLoading`",
          runs("exec $JAVA -XX:-EnableDynamicAgentLoading Burner 8000"),
          "AttachDisabled",
          "remove that option and restart the pod"),
      refused(
          "`-Xrs`",
          runs("exec $JAVA -Xrs Burner 8000"),
          "AttachDisabled",
          "remove that option and restart the pod"),
      refused(
          "read-only root file system, nothing on /tmp",
          restricted(1000, 1000).readOnly(),
          "TmpNotWritable",
          "mount an emptyDir on /tmp"),
      // By itself, as Kubernetes mounts no volume so: a node that keeps its volumes on such a file
      // system does.
      refused(
          "/tmp is mounted `noexec`",
          root()
              .capable("SYS_ADMIN")
              .running(1, "mount -t tmpfs -o noexec tmpfs /tmp && exec $JAVA Burner 8000"),
          "TmpNotExecutable",
          "mount an emptyDir on /tmp without noexec"),
      refused(
          "another async-profiler is loaded",
          runs("exec $JAVA -agentpath:/opt/profiler/libasyncProfiler.so Burner 8000"),
          "ForeignProfiler",
          "remove that one and restart the pod"),
      refused(
          "the library's path in /tmp is taken",
          runs("cd /tmp; dir=$(cat /opt/profiler/folder); mkdir $dir; echo other"
              + " >$dir/libasyncProfiler.so; exec $JAVA Burner 8000"),
          "LibraryConflict",
          "delete it, or restart the pod"),
      refused(
          "the process has changed its uid",
          root()
              .running(
                  1,
                  "exec start-stop-daemon -S -c 65532:65532 -x ${JAVA%% *} -- ${JAVA#* } Burner 8000"),
          "IdentityMismatch",
          "set runAsUser and runAsGroup in the target container's securityContext"),
      refused(
          "two JVMs in one container",
          restricted(1000, 1000).running(2, "$JAVA Burner 8001 & exec $JAVA Burner 8000"),
          "AmbiguousJvm",
          "choose one in spec.target.process"),
      refused(
              "no JVM at all",
              restricted(1000, 1000).running(0, "exec sleep 3600"),
              "NoJvmFound",
              "select another container")
          .onOneJdk(),
      refused(
              "annotation `hotspotter.dev/profile: \"false\"`",
              restricted(1000, 1000).annotated("hotspotter.dev/profile", "false"),
              Reasons.OPTED_OUT,
              "ask its owner to remove it")
          .onOneJdk(),
      refused(
              "the pod is not ready",
              restricted(1000, 1000).neverReady(),
              Reasons.POD_NOT_READY,
              "wait until it is, and create a new ProfileJob")
          .onOneJdk(),
      refused(
              "the pod is younger than `minAge`",
              restricted(1000, 1000),
              Reasons.POD_TOO_YOUNG,
              "wait, or lower it")
          .target("minAge: 1h")
          .onOneJdk(),
      refused(
              "an `ephemeral-storage` limit of 16Mi",
              restricted(1000, 1000).limited("ephemeral-storage", "16Mi"),
              Reasons.STORAGE_LIMIT_TOO_LOW,
              "raise the sum to 32Mi or remove the limits")
          .onOneJdk(),
      // The heap takes 32 MiB, the rest of the JVM 18 MiB and what the kernel does for it: some 25
      // MiB are left.
      refused(
              "a memory limit with less than 40 MiB left",
              restricted(1000, 1000).limited("memory", "80Mi"),
              "NotEnoughMemory",
              "raise resources.limits.memory, or make the heap smaller")
          .onOneJdk(),
      // Of two JVMs with pid 1 that share an emptyDir, the later opens the socket; when it starts
      // it deletes one that it finds.
      refused(
              "/tmp shared with another JVM that was attached to",
              restricted(1000, 1000)
                  .twice(
                      "until grep -q :1F40 /proc/net/tcp /proc/net/tcp6; do sleep 0.2; done; exec"
                          + " $JAVA -XX:+StartAttachListener Burner 8001")
                  .emptyDirOnTmp(),
              "AttachSocketForeign",
              "give each container a /tmp of its own")
          .target("containers: [app]")
          .onOneJdk(),
      // It waits before it handles any signal, for as long as the file exists that it makes.
      refused(
              "the JVM is still starting",
              restricted(1000, 1000)
                  .running(
                      0,
                      "exec $JAVA -XX:+UnlockDiagnosticVMOptions -XX:+PauseAtStartup"
                          + " -XX:PauseAtStartupFile=/tmp/paused Burner 8000"),
              "JvmStarting",
              "try again later, or set spec.target.minAge")
          .onOneJdk(),
      refused(
              "another recording runs in the JVM", // by the library that the sidecar would bring
              runs(
                  "dir=/tmp/$(cat /opt/profiler/folder); mkdir $dir; cp /opt/profiler/libasyncProfiler.so $dir/; "
                      + "exec $JAVA -agentpath:$dir/libasyncProfiler.so=start,event=ctimer,"
                      + "file=/tmp/other.jfr Burner 8000"),
              "ProfilerBusy",
              "wait until that recording is over")
          .of("app 8000")
          .onOneJdk());

  private MatrixCases() {}

  private static BurnerPod runs(String script) {
    return restricted(1000, 1000).running(1, script);
  }
}
