package jvm

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

const (
	hotspotMap = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 1 /opt/java/lib/server/libjvm.so\n"
	openJ9Map  = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 2 /opt/java/lib/default/libj9vm29.so\n"
	otherMap   = "7f0000000000-7f0000001000 r-xp 00000000 fe:00 3 /usr/lib/libc.so.6\n7f0000002000-7f0000003000 rw-p " +
		"00000000 00:00 0 [heap]\n"
)

// java is a HotSpot process, with changes.
func java(changes map[string]string) map[string]string {
	files := map[string]string{
		"status":                statusOf("1000", "1000", "0"),
		"maps":                  otherMap + hotspotMap,
		"cmdline":               "java\x00com.example.Main\x00",
		"root/opt/java/release": "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"25.0.3\"\n",
		"root/tmp/.keep":        "",
	}
	maps.Copy(files, changes)
	return files
}

func expectRefusal(t *testing.T, err error, reason report.Reason, words ...string) {
	t.Helper()
	problem, ok := errors.AsType[*report.Problem](err)
	if !ok || problem.Reason != reason || problem.Outcome != report.OutcomeRefused {
		t.Fatalf("got %v, want %s", err, reason)
	}
	for _, word := range words {
		if !strings.Contains(problem.Message, word) {
			t.Errorf("%q is not in %q", word, problem.Message)
		}
	}
}

func TestTheOnlyJvmIsFoundAmongOtherProcesses(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, map[string]string{"maps": otherMap, "status": statusOf("1000", "1000", "0"), "cmdline": "sh\x00"})
	procfs.add(t, 30, java(map[string]string{
		"stat": startedAgo(30 * time.Second), "status": statusOf("1000", "1001", "0"),
		"root/sys/fs/cgroup/memory.max": "268435456\n", "root/sys/fs/cgroup/memory.current": "68435456\n",
	}))
	procfs.add(t, 31, map[string]string{"status": ""}) // ends while it is looked at
	got, err := Find(procfs, Wanted{}, self)
	free := int64(200_000_000)
	want := report.JVM{
		PID: 30, VM: "HotSpot", Version: "25.0.3", MainClass: "com.example.Main",
		UID: 1000, GID: 1001, Libc: "glibc", AgeSeconds: 30, FreeMemoryBytes: &free,
	}
	if err != nil || !reflect.DeepEqual(got.JVM, want) {
		t.Errorf("got %+v, %v", got.JVM, err)
	}
}

func TestInlinedMethodsAreExactWhen(t *testing.T) {
	const option = "-XX:+DebugNonSafepoints"
	for name, test := range map[string]struct {
		cmdline, environ string
		want             bool
	}{
		"the command line has the option": {"java\x00" + option + "\x00Main\x00", "", true},
		"the environment has it": {
			"java\x00Main\x00", "JAVA_TOOL_OPTIONS=-XX:+UnlockDiagnosticVMOptions " + option + "\x00", true,
		},
		"not when nobody has asked for it": {"java\x00Main\x00", "", false},
		"not when it is switched off": {
			"java\x00-XX:-DebugNonSafepoints\x00Main\x00", "JAVA_TOOL_OPTIONS=" + option + "\x00", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 30, java(map[string]string{"cmdline": test.cmdline, "environ": test.environ}))
			got, err := Find(procfs, Wanted{}, self)
			if err != nil || got.DebugNonSafepoints != test.want {
				t.Errorf("got %v, %v", got.DebugNonSafepoints, err)
			}
		})
	}
}

func TestTheVersionIsUnknownWhen(t *testing.T) {
	for name, changes := range map[string]map[string]string{
		"there is no release file":     {"maps": strings.ReplaceAll(hotspotMap, "/opt/java", "/elsewhere")},
		"the release file has no line": {"root/opt/java/release": "IMPLEMENTOR=\"X\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(changes))
			if got, err := Find(procfs, Wanted{}, self); err != nil || got.Version != "" {
				t.Errorf("got %q, %v", got.Version, err)
			}
		})
	}
}

func TestAReleaseFileThatLeadsOutOfTheTargetIsNotRead(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "release")
	if err := os.WriteFile(outside, []byte("JAVA_VERSION=stolen\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	procfs := newProcfs(t)
	procfs.add(t, 1, java(nil))
	release := procfs.path(1, "root/opt/java/release")
	if err := errors.Join(os.Remove(release), os.Symlink(outside, release)); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(procfs, Wanted{}, self); err != nil || got.Version != "" {
		t.Errorf("got %q, %v", got.Version, err)
	}
}

func TestNoJvm(t *testing.T) {
	procfs := newProcfs(t)
	for _, pid := range []int{1, 7, 8} {
		procfs.add(t, pid, map[string]string{"maps": otherMap})
	}
	_, err := Find(procfs, Wanted{}, self)
	expectRefusal(t, err, report.NoJvmFound, "none of the 3 processes")
}

func TestTwoJvmsAreBothNamed(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(nil))
	procfs.add(t, 9, java(map[string]string{"cmdline": "java\x00-jar\x00b.jar\x00"}))
	_, err := Find(procfs, Wanted{}, self)
	expectRefusal(
		t, err, report.AmbiguousJvm, "runs 2 JVMs: com.example.Main (pid 1), b.jar (pid 9);", "spec.target.process",
	)
}

func TestTheCLibraryIs(t *testing.T) {
	for name, test := range map[string]struct{ maps, want string }{
		"glibc":                              {otherMap, "glibc"},
		"glibc by its older name":            {"7f0-7f1 r-xp 0 fe:00 3 /lib64/libc-2.28.so\n", "glibc"},
		"musl, which is the loader too":      {"7f0-7f1 r-xp 0 fe:00 3 /lib/ld-musl-x86_64.so.1\n", "musl"},
		"musl even with glibc's name beside": {otherMap + "7f0-7f1 r-xp 0 fe:00 3 /lib/libc.musl-aarch64.so.1\n", "musl"},
		"unknown when linked statically":     {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			procfs := newProcfs(t)
			procfs.add(t, 1, java(map[string]string{"maps": test.maps + hotspotMap}))
			if got, err := Find(procfs, Wanted{}, self); err != nil || got.Libc != test.want {
				t.Errorf("got %q, %v", got.Libc, err)
			}
		})
	}
}

// A target that wants to hold up the sidecar could put a pipe where a file is expected.
func TestNothingTheTargetPutsInTheWayBlocks(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(map[string]string{"cmdline": "java\x00@/etc/pipe\x00Main\x00", "root/etc/.keep": ""}))
	release, arguments := procfs.path(1, "root/opt/java/release"), procfs.path(1, "root/etc/pipe")
	if err := errors.Join(
		os.Remove(release), syscall.Mkfifo(release, 0o644), syscall.Mkfifo(arguments, 0o644),
	); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(procfs, Wanted{}, self); err != nil || got.Version != "" || got.MainClass != "Main" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAProcessThatAJvmIsJustStartingIsNoSecondJvm(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(nil))
	procfs.add(t, 9, java(nil))
	pause = func(time.Duration) {
		// It has executed its program.
		if err := os.WriteFile(procfs.path(9, "maps"), []byte(otherMap), 0o644); err != nil {
			t.Error(err)
		}
	}
	defer func() { pause = time.Sleep }()
	if got, err := Find(procfs, Wanted{}, self); err != nil || got.PID != 1 {
		t.Errorf("got %+v, %v", got.JVM, err)
	}
}

func TestAProcessCannotMakeTheReportTooLong(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(map[string]string{
		"cmdline":               "java\x00" + strings.Repeat("ä", 10_000) + "\x00",
		"root/opt/java/release": "JAVA_VERSION=" + strings.Repeat("9", 10_000),
	}))
	got, err := Find(procfs, Wanted{}, self)
	if err != nil || len(got.MainClass) > 200 || len(got.Version) > 200 || strings.Trim(got.MainClass, "ä") != "" {
		t.Errorf("%d and %d bytes, %v", len(got.MainClass), len(got.Version), err)
	}
}

func TestAProcessIsKnownByItsStartTime(t *testing.T) {
	procfs := newProcfs(t)
	fields := " 1 1 1 0 -1 4194560 1 0 0 0 9 9 0 0 20 0 22 0 "
	procfs.add(t, 1, map[string]string{"stat": "1 (a) java (x) S" + fields + "12345 99\n"})
	procfs.add(t, 3, map[string]string{"stat": "3 (java) Z" + fields + "12345 99\n"})
	for pid, want := range map[int]uint64{1: 12345, 3: 0, 4: 0} {
		if got := procfs.StartTime(pid); got != want {
			t.Errorf("process %d started at %d, want %d", pid, got, want)
		}
	}
	if Procfs("/proc").StartTime(os.Getpid()) == 0 {
		t.Error("this very process has no start time")
	}
}
