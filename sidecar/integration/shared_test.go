//go:build integration

package integration

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// Two containers of a pod often share a volume. With one on /tmp and a JVM as pid 1 in each, HotSpot's socket has
// one name for both.
func TestAJvmIsNotTakenForAnotherThatSharesItsTmp(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	volume := workDir(t)
	must(t, os.Chmod(volume, os.ModeSticky|0o777))
	spec := podSpec{command: burner(t, jdk(t, "25")), prepared: "mount --bind " + volume + " /tmp"}
	first, second := startPod(t, spec), startPod(t, spec)
	first.waitForLog("alive")
	second.waitForLog("alive")
	expect(t, run(t, first, order(s.presign("first.jfr", valid), nil)), report.OutcomeRecorded, report.Recorded)

	// This is what would happen: the launcher alone, asked from beside the second JVM, loads a library into the first.
	other := filepath.Join(volume, "other.so")
	content, err := os.ReadFile(filepath.Join(image, "libasyncProfiler.so"))
	must(t, err)
	must(t, os.WriteFile(other, content, 0o644))
	output, err := second.enter(user, forPods(t, "asprof"), "status", "--libpath", "/tmp/other.so", "1").CombinedOutput()
	if mapped := first.maps("/other.so"); mapped == 0 || second.maps("/other.so") != 0 {
		t.Errorf("the danger is not there: %v, %s", err, output)
	}

	for range 2 {
		expect(
			t, run(t, second, order(nowhere, nil)), report.OutcomeRefused, report.AttachSocketForeign,
			"/tmp/.java_pid1 in the target belongs to another JVM",
		)
	}
	if second.libraryMappings() != 0 || first.libraryMappings() != 1 {
		t.Errorf("the library was loaded %d and %d times", first.libraryMappings(), second.libraryMappings())
	}
	expect(t, run(t, first, order(s.presign("again.jfr", valid), nil)), report.OutcomeRecorded, report.Recorded)
	first.assertUnharmed()
	second.assertUnharmed()
}

// newCgroup makes a cgroup of the given name and returns the file that takes processes into it.
func newCgroup(t *testing.T, name string) string {
	t.Helper()
	for _, mount := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"} {
		if _, err := os.Stat(filepath.Join(mount, "cgroup.controllers")); err != nil {
			continue
		}
		parent, err := os.MkdirTemp(mount, "hotspotter-test-")
		must(t, err)
		dir := filepath.Join(parent, name)
		must(t, os.Mkdir(dir, 0o755))
		t.Cleanup(func() {
			eventually(t, 20*time.Second, "the cgroup is empty", func() bool { return os.Remove(dir) == nil })
			must(t, os.Remove(parent))
		})
		return filepath.Join(dir, "cgroup.procs")
	}
	t.Fatal("there are no cgroups of version 2 below /sys/fs/cgroup")
	return ""
}

// In a pod that shares its PID namespace, only cgroups tell whose process it is.
func TestAJvmIsFoundInASharedPidNamespace(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	id := strings.Repeat("0123456789abcdef", 4)
	cgroup := newCgroup(t, id)
	p := startBurner(t, jdk(t, "25"), "-Dname=front")
	enter := p.enter(user, burner(t, jdk(t, "17"), "-Dname=worker-17")...)
	behind := exec.Command("bash", append([]string{"-c", `echo $$ >"$0"; exec "$@"`, cgroup}, enter.Args...)...)
	// nsenter's child does not end with it, but with the pod.
	behind.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	output, err := behind.StdoutPipe()
	must(t, err)
	must(t, behind.Start())
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "alive\n" {
		t.Fatalf("the second JVM printed %q, %v", line, err)
	}
	go io.Copy(io.Discard, output)
	for name, test := range map[string]struct {
		env     map[string]string
		reason  report.Reason
		words   string
		version string
	}{
		"unless nothing says which": {
			nil, report.AmbiguousJvm, "this container runs 2 JVMs: Burner (pid 1), Burner (pid ", "",
		},
		"unless the main class is both's": {
			map[string]string{"HOTSPOTTER_PROCESS_MAIN_CLASS": "Burner"}, report.AmbiguousJvm, "spec.target.process", "",
		},
		"unless there is none of that kind": {
			map[string]string{"HOTSPOTTER_PROCESS_COMMAND_LINE": "worker-[a-z]"},
			report.NoJvmFound,
			"but it runs Burner (pid 1), Burner (pid ", "",
		},
		"unless nobody is in the container": {
			map[string]string{"HOTSPOTTER_CONTAINER_ID": strings.Repeat("f", 64)},
			report.NoJvmFound, "names the container fff",
			"",
		},
		"by its command line": {
			map[string]string{"HOTSPOTTER_PROCESS_COMMAND_LINE": "name=worker-[0-9]+"}, report.Recorded, "", "17.",
		},
		"by the other's command line": {
			map[string]string{"HOTSPOTTER_PROCESS_COMMAND_LINE": "name=front", "HOTSPOTTER_JOB": "shop/slow"},
			report.Recorded,
			"", "25.",
		},
		"by its container": {map[string]string{"HOTSPOTTER_CONTAINER_ID": id}, report.Recorded, "", "17."},
	} {
		t.Run(name, func(t *testing.T) {
			result := run(t, p, order(s.presign("shared.jfr", valid), test.env))
			if test.reason != report.Recorded {
				expect(t, result, report.OutcomeRefused, test.reason, test.words)
				if strings.Contains(result.Message, "-Dname") {
					t.Errorf("an argument of a JVM is in the message %q", result.Message)
				}
				return
			}
			expect(t, result, report.OutcomeRecorded, report.Recorded)
			if !strings.HasPrefix(result.JVM.Version, test.version) {
				t.Errorf("recorded %+v", result.JVM)
			}
		})
	}
	p.assertUnharmed()
}
