package jvm

import (
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

const (
	ownLibraries = "/tmp/hotspotter-"
	ownLibrary   = ownLibraries + "4.5-3c03ce90c8c3/libasyncProfiler.so"
)

// check finds and checks the only JVM there is.
func check(t *testing.T, procfs Procfs) error {
	t.Helper()
	process, err := Find(procfs, Wanted{}, self)
	if err != nil {
		t.Fatal(err)
	}
	return Check(procfs, self, process, ownLibraries, ownLibrary, 0)
}

func mapOf(library string) string {
	return hotspotMap + "7f0000002000-7f0000003000 r-xp 00000000 fe:00 9 " + library + "\n"
}

func TestAJvmIsAcceptedWhen(t *testing.T) {
	for name, changes := range map[string]map[string]string{
		"nothing is special about it": nil,
		"attaching is disabled and enabled": {
			"cmdline": "java\x00-XX:+DisableAttachMechanism\x00-XX:-DisableAttachMechanism\x00Main\x00",
		},
		"our library is loaded already":     {"maps": mapOf(ownLibrary)},
		"our library was deleted meanwhile": {"maps": mapOf(ownLibrary + " (deleted)")},
		"there is just enough memory": {
			"root/sys/fs/cgroup/memory.max": "268435456\n", "root/sys/fs/cgroup/memory.current": "226492416\n",
		},
		"it needs little because it was recorded before": {
			"maps": mapOf(ownLibrary), "root/sys/fs/cgroup/memory.max": "268435456\n",
			"root/sys/fs/cgroup/memory.current": "247463936\n",
		},
		"its own files have the profiler's name": {"cmdline": "java\x00libasyncProfiler\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(changes))
			if err := check(t, procfs); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAJvmIsRefusedWhen(t *testing.T) {
	for name, test := range map[string]struct {
		changes map[string]string
		reason  report.Reason
		words   string
	}{
		"it is OpenJ9": {
			map[string]string{"maps": hotspotMap + openJ9Map}, report.NotHotSpot, "is OpenJ9",
		},
		"its uid differs": {
			map[string]string{"status": statusOf("1001", "1000", "0")},
			report.IdentityMismatch,
			"runs as uid 1001 gid 1000, the sidecar as uid 1000 gid 1000",
		},
		"it has a PID namespace of its own": {
			map[string]string{"status": "NSpid:\t1\t1\n" + statusOf("1000", "1000", "0")},
			report.IdentityMismatch,
			"runs in its own PID namespace",
		},
		"its gid differs": {
			map[string]string{"status": statusOf("1000", "0", "0")}, report.IdentityMismatch, "runs as uid 1000 gid 0",
		},
		"its saved uid differs": {
			map[string]string{
				"status": strings.Replace(statusOf("1000", "1000", "0"), "Uid:\t1000\t1000\t1000", "Uid:\t1000\t1000\t0", 1),
			},
			report.IdentityMismatch, "uid 1000/1000/0/1000",
		},
		"it has more capabilities": {
			map[string]string{"status": statusOf("1000", "1000", "400")},
			report.IdentityMismatch,
			"has capabilities that the sidecar lacks (0x400)",
		},
		"attaching is disabled": {
			map[string]string{"cmdline": "java\x00-XX:+DisableAttachMechanism\x00Main\x00"},
			report.AttachDisabled,
			"-XX:+DisableAttachMechanism",
		},
		"loading agents is disabled": {
			map[string]string{"cmdline": "java\x00-XX:-EnableDynamicAgentLoading\x00Main\x00"},
			report.AttachDisabled,
			"-XX:-EnableDynamicAgentLoading",
		},
		"SIGQUIT would kill it": {
			deaf(nil), report.AttachDisabled, "does not handle SIGQUIT, which attaching needs; remove -Xrs",
		},
		"it says so itself": {
			deaf(map[string]string{"stat": startedAgo(2 * time.Second), "cmdline": "java\x00-Xrs\x00Main\x00"}),
			report.AttachDisabled, "was started with -Xrs",
		},
		"the long option says so": {
			map[string]string{"cmdline": "java\x00-XX:+ReduceSignalUsage\x00Main\x00"},
			report.AttachDisabled,
			"was started with -Xrs",
		},
		"it is just starting": {
			deaf(map[string]string{"stat": startedAgo(2 * time.Second)}), report.JvmStarting,
			"started 2 s ago and does not handle SIGQUIT yet",
		},
		"it should have started long ago": {
			deaf(map[string]string{"stat": startedAgo(61 * time.Second)}), report.AttachDisabled, "does not handle SIGQUIT",
		},
		"its memory is used up": {
			map[string]string{
				"root/sys/fs/cgroup/memory.max": "268435456\n", "root/sys/fs/cgroup/memory.current": "226492417\n",
			},
			report.NotEnoughMemory, "has 39 MiB left below its memory limit, but a recording needs 40 MiB",
		},
		"an older library of ours saves it no memory": {
			map[string]string{
				"maps":                          mapOf("/tmp/hotspotter-4.4-0123456789ab/libasyncProfiler.so"),
				"root/sys/fs/cgroup/memory.max": "268435456\n", "root/sys/fs/cgroup/memory.current": "247463936\n",
			},
			report.NotEnoughMemory, "has 20 MiB left",
		},
		"it needs a little nevertheless": {
			map[string]string{
				"maps": mapOf(ownLibrary), "root/sys/fs/cgroup/memory.max": "268435456\n",
				"root/sys/fs/cgroup/memory.current": "268435456\n",
			},
			report.NotEnoughMemory, "has 0 MiB left below its memory limit, but a recording needs 20 MiB",
		},
		"an OpenJ9 JVM shares its /tmp": {
			map[string]string{"root/tmp/.com_ibm_tools_attach/1/attachInfo": ""},
			report.AttachSocketForeign,
			"/tmp/.com_ibm_tools_attach/1 in the target belongs to an OpenJ9 JVM",
		},
		"another async-profiler is loaded": {
			map[string]string{"maps": mapOf("/tmp/libasyncProfiler-linux-x64-17b9a1d8.so")},
			report.ForeignProfiler,
			"/tmp/libasyncProfiler-linux-x64-17b9a1d8.so",
		},
		"a fork of it is loaded": {
			map[string]string{"maps": mapOf("/app/libjavaProfiler.so")}, report.ForeignProfiler, "/app/libjavaProfiler.so",
		},
		"another's library looks like ours": {
			map[string]string{"maps": mapOf("/opt/tmp/hotspotter-4.5/libasyncProfiler.so")}, report.ForeignProfiler, "/opt/tmp",
		},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(test.changes))
			expectRefusal(t, check(t, procfs), test.reason, test.words)
		})
	}
}

// deaf is what changes when a JVM does not catch SIGQUIT.
func deaf(changes map[string]string) map[string]string {
	all := map[string]string{"status": strings.Replace(statusOf("1000", "1000", "0"), "5ccd", "5cc8", 1)}
	maps.Copy(all, changes)
	return all
}

func TestACapabilityThatOnlyTheSidecarHasIsRefused(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, self, map[string]string{"status": statusOf("1000", "1000", "80000")})
	procfs.add(t, 1, java(nil))
	expectRefusal(t, check(t, procfs), report.IdentityMismatch, "lacks capabilities that the sidecar has (0x80000)")
}

func TestATargetWithoutTmpIsRefused(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(nil))
	if err := os.RemoveAll(procfs.path(1, "root/tmp")); err != nil {
		t.Fatal(err)
	}
	expectRefusal(t, check(t, procfs), report.TmpNotWritable, "mount an emptyDir on /tmp")
}

func TestATmpThatIsALink(t *testing.T) {
	for to, accepted := range map[string]bool{"var/tmp": true, "/var/tmp": false, "../../tmp": false} {
		procfs := newProcfs(t)
		procfs.add(t, 1, java(map[string]string{"root/var/tmp/.keep": ""}))
		tmp := procfs.path(1, "root/tmp")
		if err := errors.Join(os.RemoveAll(tmp), os.Symlink(to, tmp)); err != nil {
			t.Fatal(err)
		}
		// The launcher would follow it from the sidecar's own root and wait for a socket that is elsewhere.
		if err := check(t, procfs); !accepted {
			expectRefusal(t, err, report.TmpNotWritable, "mount an emptyDir on /tmp")
		} else if err != nil {
			t.Errorf("to %s: %v", to, err)
		}
	}
}

func TestABrokenStatusIsAnErrorAndNoPanic(t *testing.T) {
	for _, content := range []string{
		"", "Uid:\t1\n", "Uid:\t1 1 1 1\nGid:\t1 1 1 1\nSigCgt:\n", "Uid:\t1 1 1 1\nGid:\t1 1 1 1\nCapPrm:\tzz\n",
	} {
		if _, err := parseStatus(content); err == nil {
			t.Errorf("%q was accepted", content)
		}
	}
}
