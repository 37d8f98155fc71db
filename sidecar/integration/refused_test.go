//go:build integration

package integration

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// nowhere is for runs that must end before they upload.
const nowhere = "http://127.0.0.1:1/bucket/key?X-Amz-Signature=secret"

func TestATargetIsRefusedUntouchedWhen(t *testing.T) {
	t.Parallel()
	home := jdk(t, "25")
	libraries := []string{"install", "-D", "-m", "0644", "-o", strconv.Itoa(user)}
	stranger := forPods(t, "libasyncProfiler.so")
	// What a container sees of its memory, in both versions of cgroups: 20 MiB less than the limit of 256 MiB are used.
	const limited = "mount -t tmpfs tmpfs /sys/fs/cgroup; mkdir /sys/fs/cgroup/memory; cd /sys/fs/cgroup; " +
		"echo 268435456 | tee memory.max >memory/memory.limit_in_bytes; echo 247463936 | tee memory.current " +
		">memory/memory.usage_in_bytes; cd /"
	installAs := func(path, owner string) string {
		return strings.Join(append(slices.Clone(libraries[:4]), "-o", owner, stranger, path), " ")
	}
	for name, test := range map[string]struct {
		spec   podSpec
		env    map[string]string
		reason report.Reason
		words  string
	}{
		"it has no JVM": {
			podSpec{
				command: []string{"bash", "-c", "while echo alive; do sleep 0.2; done"},
			}, nil, report.NoJvmFound, "is a JVM (no libjvm.so mapped)",
		},
		"it has two JVMs": {
			podSpec{
				command: append([]string{"bash", "-c", `"$@" & exec "$@"`, "two"}, burner(t, home)...),
			}, nil, report.AmbiguousJvm, "this container runs 2 JVMs: Burner (pid 1), Burner (pid ",
		},
		"attaching is disabled": {
			podSpec{
				command: burner(t, home, "-XX:+DisableAttachMechanism"),
			}, nil, report.AttachDisabled, "-XX:+DisableAttachMechanism",
		},
		"attaching is disabled in the environment": {
			podSpec{
				command: append([]string{"env", "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism"}, burner(t, home)...),
			}, nil, report.AttachDisabled, "-XX:+DisableAttachMechanism",
		},
		"agents are disabled": {
			podSpec{
				command: burner(t, home, "-XX:-EnableDynamicAgentLoading"),
			}, nil, report.AttachDisabled, "-XX:-EnableDynamicAgentLoading",
		},
		"SIGQUIT would kill it": {
			podSpec{command: burner(t, home, "-Xrs")}, nil, report.AttachDisabled, "-Xrs",
		},
		"SIGQUIT would kill it because it is starting": {
			podSpec{
				prepared: "echo -Xrs >/tmp/options; chmod 644 /tmp/options",
				command:  burner(t, home, "-XX:VMOptionsFile=/tmp/options"),
			},
			nil,
			report.JvmStarting, "does not handle SIGQUIT yet",
		},
		"its memory is nearly used up": {
			podSpec{
				prepared: limited, command: burner(t, home),
			}, nil, report.NotEnoughMemory, "has 20 MiB left below its memory limit, but a recording needs 40 MiB",
		},
		"it runs as another user": {
			podSpec{
				command: burner(t, home), user: user + 1,
			}, nil, report.IdentityMismatch, "runs as uid 1001 gid 1001, the sidecar as uid 1000 gid 1000",
		},
		"its /tmp is read-only": {
			podSpec{command: burner(t, home), tmp: "ro,mode=1777"}, nil, report.TmpNotWritable, "read-only file system",
		},
		"its /tmp is another user's": {
			podSpec{command: burner(t, home), tmp: "mode=0755"}, nil, report.TmpNotWritable, "permission denied",
		},
		"its /tmp is noexec": {
			podSpec{command: burner(t, home), tmp: "noexec,mode=1777"}, nil, report.TmpNotExecutable, "noexec",
		},
		"another profiler is loaded": {
			podSpec{
				prepared: installAs("/tmp/other/libasyncProfiler.so", strconv.Itoa(user)),
				command:  burner(t, home, "-agentpath:/tmp/other/libasyncProfiler.so=version"),
			},
			nil, report.ForeignProfiler, "/tmp/other/libasyncProfiler.so",
		},
		"its JDK would end a waiting accept()": {
			podSpec{ // only by its words: a library with the name of musl, and the version of another JDK
				prepared: installAs("/tmp/ld-musl-x86_64.so.1", strconv.Itoa(user)) +
					`; echo 'JAVA_VERSION="11.0.21"' >/tmp/release; mount --bind /tmp/release ` + home + "/release",
				command: burner(t, home, "-agentpath:/tmp/ld-musl-x86_64.so.1=version"),
			},
			map[string]string{"HOTSPOTTER_EVENTS": "wall"},
			report.JdkTooOld, "is of JDK 11.0.21",
		},
		"somebody has taken the library's place": {
			podSpec{
				prepared: "install -d -m 0755 -o 1001 " + filepath.Dir(libraryPath(t)), command: burner(t, home),
			}, nil, report.LibraryConflict, filepath.Dir(libraryPath(t)),
		},
		"it is too late": {
			podSpec{command: burner(t, home)}, map[string]string{
				"HOTSPOTTER_START_BEFORE": "2026-03-01T09:30:00Z",
			}, report.StartedTooLate, "too late",
		},
		"the order is wrong": {
			podSpec{command: burner(t, home)},
			map[string]string{"HOTSPOTTER_EVENTS": "all", "HOTSPOTTER_INTERVAL": ""},
			report.InvalidConfig, `HOTSPOTTER_EVENTS has "all"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startPod(t, test.spec)
			p.waitForLog("alive")
			before := p.tmp()
			began := time.Now()
			expect(t, run(t, p, order(nowhere, test.env)), report.OutcomeRefused, test.reason, test.words)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("took %v to refuse", took)
			}
			if after := p.tmp(); !slices.Equal(before, after) {
				t.Errorf("the target's /tmp was %v and is %v", before, after)
			}
			p.assertUnharmed()
		})
	}
}
