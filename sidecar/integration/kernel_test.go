//go:build integration

package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// forPerf are the capabilities of a sidecar that records kernel frames.
const forPerf = "perfmon,syslog,setuid,setgid,kill"

func kernelOrder(url string, changes map[string]string) map[string]string {
	env := order(url, changes)
	env["HOTSPOTTER_KERNEL_STACKS"] = "true"
	env["HOTSPOTTER_INTERVAL"] = "1ms"
	for _, name := range []string{"HOTSPOTTER_TARGET_UID", "HOTSPOTTER_TARGET_GID"} {
		if env[name] == "" {
			env[name] = "1000"
		}
	}
	return env
}

// paranoid is how much the kernel keeps from those without capabilities.
func paranoid(t *testing.T) int {
	t.Helper()
	content, err := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
	must(t, err)
	level, err := strconv.Atoi(strings.TrimSpace(string(content)))
	must(t, err)
	return level
}

// kernelFrames counts the frames of the kernel in a recording.
func kernelFrames(t *testing.T, recording string) int {
	t.Helper()
	output, err := exec.Command(filepath.Join(
		jdk(t, "25"), "bin/jfr",
	), "print", "--json", "--events", "jdk.ExecutionSample",
		"--stack-depth", "64", recording).Output()
	must(t, err)
	return strings.Count(string(output), `"type": "Kernel"`)
}

func TestKernelFramesAreRecorded(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for name, test := range map[string]struct {
		jdk  string
		spec podSpec
		env  map[string]string
	}{
		"of JDK 25":                    {"25", podSpec{}, nil},
		"of JDK 17, with other events": {"17", podSpec{}, map[string]string{"HOTSPOTTER_EVENTS": "cpu,wall,alloc,lock"}},
		"of a root without any capability": {
			"25", podSpec{root: true}, map[string]string{"HOTSPOTTER_TARGET_UID": "0", "HOTSPOTTER_TARGET_GID": "0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.spec.command = burner(t, jdk(t, test.jdk))
			p := startPod(t, test.spec)
			p.waitForLog("alive")
			before := p.tmp()
			for _, caps := range []string{forPerf, "perfmon,syslog,setuid,setgid"} {
				side := startSidecarAs(t, p, "0", caps, kernelOrder(s.presign("kernel.jfr", valid), test.env))
				side.waitUntilRecording()
				side.logMemory()
				result := side.finish()
				expect(t, result, report.OutcomeRecorded, report.Recorded)
				assertStored(t, s, "kernel.jfr", result)
				frames := kernelFrames(t, s.fetch("kernel.jfr"))
				t.Logf("%d kernel frames", frames)
				if frames == 0 {
					t.Error("there is no kernel frame")
				}
				side.logUsage()
			}
			for _, file := range p.tmp() {
				if !slices.Contains(before, file) && !allowed.MatchString(file) {
					t.Errorf("%s was left in the target's /tmp", file)
				}
			}
			if left := p.processes(); len(left) > 0 {
				t.Errorf("processes were left in the pod: %v", left)
			}
			if copies := p.libraryMappings(); copies != 1 {
				t.Errorf("the JVM has loaded the library %d times", copies)
			}
			p.assertUnharmed()
		})
	}
}

func TestASidecarThatCannotRecordKernelFramesLeavesTheTargetUntouched(t *testing.T) {
	t.Parallel()
	p := startBurner(t, jdk(t, "25"))
	before := p.tmp()
	for name, test := range map[string]struct {
		id, caps string
		env      map[string]string
		reason   report.Reason
		words    string
	}{
		"without PERFMON": {
			"0", "syslog,setuid,setgid,kill", nil, report.PerfEventsUnavailable, "perf_event_open: permission denied",
		},
		"without SYSLOG": {"0", "perfmon,setuid,setgid,kill", nil, report.PerfEventsUnavailable, "hides all addresses"},
		"without SETUID": {
			"0", "perfmon,syslog,setgid,kill", nil, report.InvalidConfig, "capabilities SETUID and SETGID",
		},
		"as the target's user": {"1000", "", nil, report.InvalidConfig, "needs a sidecar with uid 0, not 1000"},
		"for another user": {
			"0", forPerf,
			map[string]string{"HOTSPOTTER_TARGET_UID": "1001"},
			report.IdentityMismatch,
			"runs as uid 1000 gid 1000, the sidecar as uid 1001 gid 1000",
		},
		"for another group": {
			"0", forPerf,
			map[string]string{"HOTSPOTTER_TARGET_GID": "0"},
			report.IdentityMismatch,
			"runs as uid 1000 gid 1000, the sidecar as uid 1000 gid 0",
		},
		"for an event without": {
			"0", forPerf,
			map[string]string{"HOTSPOTTER_EVENTS": "ctimer"},
			report.InvalidConfig,
			"add cpu to HOTSPOTTER_EVENTS",
		},
	} {
		// Where the kernel lets everybody see it all, nobody needs these two.
		if test.reason == report.PerfEventsUnavailable && paranoid(t) < 2 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			side := startSidecarAs(t, p, test.id, test.caps, kernelOrder(nowhere, test.env))
			expect(t, side.finish(), report.OutcomeRefused, test.reason, test.words)
		})
	}
	if after := p.tmp(); !slices.Equal(before, after) {
		t.Errorf("the target's /tmp was %v and is %v", before, after)
	}
	if left := p.processes(); len(left) > 0 {
		t.Errorf("processes were left in the pod: %v", left)
	}
	p.assertUnharmed()
}

// Perf events take one descriptor per thread of the JVM, which must not be the application's last ones.
func TestATargetWithTooFewDescriptorsForPerfEventsIsLeftUntouched(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startPod(t, podSpec{prepared: "ulimit -n 80", command: burner(t, jdk(t, "25"))})
	p.waitForLog("alive")
	before := p.tmp()
	side := startSidecarAs(t, p, "0", forPerf, kernelOrder(nowhere, nil))
	expect(
		t, side.finish(), report.OutcomeRefused, report.TooFewFileDescriptors, "(limit 80)", "record ctimer instead of cpu",
	)
	if after := p.tmp(); !slices.Equal(before, after) {
		t.Errorf("the target's /tmp was %v and is %v", before, after)
	}
	harmless := []string{"ctimer"}
	if paranoid(t) >= 2 {
		harmless = append(harmless, "cpu")
	}
	for _, event := range harmless {
		expect(
			t, run(t, p, order(s.presign("few.jfr", valid), map[string]string{"HOTSPOTTER_EVENTS": event})),
			report.OutcomeRecorded, report.Recorded,
		)
	}
	p.assertUnharmed()
}

// Frozen beyond its deadline, it ends at once, whatever it was doing; the JVM as PID 1 would not reap its children.
func TestASidecarThatEndsByItsDeadlineLeavesNoProcess(t *testing.T) {
	t.Parallel()
	p := startBurner(t, jdk(t, "25"))
	began := time.Now()
	side := startSidecarAs(
		t, p, "0", forPerf,
		kernelOrder(nowhere, map[string]string{"HOTSPOTTER_TIMEOUT": "12s", "HOTSPOTTER_DURATION": "2s"}),
	)
	side.waitUntilRecording()
	side.signal(syscall.SIGSTOP)
	eventually(t, 20*time.Second, "the deadline is over", func() bool { return time.Since(began) > 13*time.Second })
	side.signal(syscall.SIGCONT)
	must(t, side.command.Process.Signal(syscall.SIGCONT)) // nsenter stops with its child
	if result := side.finish(); result.Outcome != report.OutcomeFailed {
		t.Errorf("got %+v", result)
	}
	if left := p.processes(); len(left) > 0 {
		t.Errorf("processes were left in the pod: %v", left)
	}
	p.assertUnharmed()
}

// The sidecar's root is out of the reach of the target's user, who could otherwise make use of its capabilities.
func TestTheTargetsUserCannotReachASidecarThatIsRoot(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	side := startSidecarAs(
		t, p, "0", forPerf, kernelOrder(s.presign("kernel.jfr", valid), map[string]string{"HOTSPOTTER_DURATION": "4s"}),
	)
	side.waitUntilRecording()
	const attempts = `
		for p in $(pgrep -x sidecar); do kill -0 $p && echo $p was signalled; done
		for p in $(pgrep -x 'sidecar|asprof'); do cat /proc/$p/environ && echo $p was read; echo tried $p; done`
	output, err := p.enter(user, "bash", "-c", attempts).CombinedOutput()
	must(t, err)
	if text := string(output); strings.Count(text, "tried") != 2 || strings.Contains(text, "was ") {
		t.Errorf("the target's user found: %s", text)
	}
	// What it can reach is the stand-in, and then the sidecar must end all the same.
	must(t, p.enter(user, "bash", "-c", "kill -STOP $(pgrep -x exe)").Run())
	expect(t, side.finish(), report.OutcomeRecorded, report.Recorded)
}
