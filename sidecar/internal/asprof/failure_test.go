package asprof

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

func TestACounterThatTheNodeDoesNotHaveIsExplained(t *testing.T) {
	script := filepath.Join(t.TempDir(), "asprof")
	const words = "#!/bin/sh\necho '[WARN] perf_event_open for TID 1 failed: No such file or directory'\necho '[ERROR] " +
		"Perf events unavailable'\nexit 200\n"
	if err := os.WriteFile(script, []byte(words), 0o755); err != nil {
		t.Fatal(err)
	}
	for kernel, want := range map[bool]string{
		false: "does not count cycles for the JVM (pid 7): Perf events unavailable; set spec.recording.kernelStacks",
		true:  "does not count cycles for the JVM (pid 7): Perf events unavailable; choose the event cpu",
	} {
		release, err := Launcher{Path: script}.Start(
			t.Context(), Session{PID: 7, Events: []config.Event{"cycles"}, Kernel: kernel},
		)
		release()
		if problem, failed := errors.AsType[*report.Problem](err); !failed || problem.Reason != report.ProfilerFailed ||
			!strings.Contains(problem.Message, want) {
			t.Errorf("got %v", err)
		}
	}
}

func TestEveryFailureIsExplained(t *testing.T) {
	for name, test := range map[string]struct {
		failure failure
		outcome report.Outcome
		reason  report.Reason
		message string
	}{
		"a second session": {
			failure{
				status: 200, words: "Profiler already started",
			}, report.OutcomeRefused, report.ProfilerBusy, "wait until that recording is over",
		},
		"heap allocations of an old JVM": {
			failure{status: 200, words: "No AllocTracer symbols found. Are JDK debug symbols installed?"},
			report.OutcomeFailed, report.ProfilerFailed,
			"refused: No AllocTracer symbols found. Are JDK debug symbols installed? record without alloc and live, or run " +
				"the application on JDK 11 or later",
		},
		"the JVM's own events, which it cannot record": {
			failure{status: 200, words: "Could not start master JFR recording"},
			report.OutcomeFailed, report.ProfilerFailed,
			"record without spec.recording.jfrSync, or correct the cause in the target's own log",
		},
		"perf events without file descriptors": {
			failure{
				status: 200, words: "Perf events resource limit. Check 'ulimit -n'",
			}, report.OutcomeFailed, report.ProfilerFailed, "record ctimer instead of cpu",
		},
		"what nobody has seen yet": {
			failure{status: 200, words: "Something else"},
			report.OutcomeFailed, report.ProfilerFailed,
			"refused: Something else; record without this event or option",
		},
		"no process for the launcher": {
			failure{status: -1, words: "fork/exec /hotspotter/asprof: resource temporarily unavailable", notStarted: true},
			report.OutcomeFailed, report.AttachFailed,
			"resource temporarily unavailable; raise the pod's limit of processes",
		},
		"a JVM without a recorder of its own": {
			failure{
				status: 200, words: "JDK Flight Recorder is not available",
			}, report.OutcomeFailed, report.ProfilerFailed, "record without spec.recording.jfrSync",
		},
		"a JVM that takes no agents": {
			failure{
				status: 255,
				words:  "Dynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch target VM.",
			}, report.OutcomeFailed, report.AttachDisabled, "-XX:-EnableDynamicAgentLoading",
		},
		"a JVM that may not execute our library": {
			failure{status: 255, words: "/tmp/l/lib.so was not loaded.; /tmp/l/lib.so: failed to map segment"},
			report.OutcomeFailed, report.AttachFailed,
			"cannot load the profiler's library: /tmp/l/lib.so was not loaded.; /tmp/l/lib.so: failed to map segment; check",
		},
		"a frozen JVM": {
			failure{
				status: -1, words: "no answer in time", timedOut: true,
			}, report.OutcomeFailed, report.AttachFailed, "the JVM is frozen",
		},
		"a JVM whose socket was deleted": {
			failure{status: 255, words: "Could not start attach mechanism: No such file or directory"},
			report.OutcomeFailed, report.AttachFailed,
			"did not accept the profiler: Could not start attach mechanism: No such file or directory; check whether " +
				"something deletes /tmp/.java_pid7",
		},
	} {
		t.Run(name, func(t *testing.T) {
			problem, ok := errors.AsType[*report.Problem](explain(&test.failure, 7))
			if !ok || problem.Outcome != test.outcome || problem.Reason != test.reason ||
				!strings.Contains(problem.Message, test.message) {
				t.Errorf("got %+v", problem)
			}
		})
	}
	if explain(nil, 7) != nil {
		t.Error("success is no failure")
	}
}

// The profiler would go on without kernel frames, or with another event, and hardly say so.
func TestARecordingWithKernelFramesHasThemOrFails(t *testing.T) {
	for name, test := range map[string]struct {
		script string
		kernel bool
		reason report.Reason
		words  string
	}{
		"if perf events are forbidden": {
			"echo '[ERROR] No access to perf events. Try --fdtransfer'; exit 200", true, report.PerfEventsUnavailable,
			"cannot be recorded with kernel frames: No access to perf events.",
		},
		"if they cannot be passed on": {
			"echo 'FdTransfer bind(): Address already in use'; exit 1", true, report.PerfEventsUnavailable,
			"Address already in use; wait until the recording of the pod's other container with kernel frames",
		},
		"if the kernel's symbols are missing": {
			"echo '[WARN] Kernel symbols are unavailable due to restrictions. Try'", true, report.PerfEventsUnavailable,
			"kernel's symbols",
		},
		"unless something else is wrong": {
			"echo '[ERROR] Profiler already started'; exit 200", true, report.ProfilerBusy, "already being recorded",
		},
		"unless they were not asked for": {
			"echo '[ERROR] perf_event mmap failed'; exit 200", false, report.ProfilerFailed, "mmap failed",
		},
		"unless all is well": {"echo 'Profiling started'", true, "", ""},
		"unless only symbols were not asked for": {
			"echo '[WARN] Kernel symbols are unavailable due to restrictions. Try'", false, "", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			script := filepath.Join(t.TempDir(), "asprof")
			if err := os.WriteFile(script, []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			release, err := Launcher{Path: script}.Start(t.Context(), Session{PID: 7, Kernel: test.kernel})
			release()
			problem, failed := errors.AsType[*report.Problem](err)
			if failed != (test.reason != "") ||
				failed && (problem.Reason != test.reason || !strings.Contains(problem.Message, test.words)) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestALauncherThatCannotBeStartedIsNotTakenForAJvmThatHangs(t *testing.T) {
	release, err := Launcher{Path: "/nowhere/asprof"}.Start(t.Context(), Session{PID: 7})
	release()
	if problem, ok := errors.AsType[*report.Problem](err); !ok ||
		!strings.Contains(problem.Message, "launcher cannot be started") {
		t.Errorf("got %v", err)
	}
}

// The profiler has these words in it: if a later version has others, the advice has to follow.
func TestTheProfilerHasTheWordsThatThereIsAdviceOn(t *testing.T) {
	library, err := os.ReadFile(filepath.Join("../../../build/sidecar", runtime.GOARCH, "libasyncProfiler.so"))
	if err != nil {
		t.Fatalf("%v: run build.sh", err)
	}
	for _, known := range advice {
		if !strings.Contains(string(library), known.words) {
			t.Errorf("%q is not in the library", known.words)
		}
	}
}

func TestTheLaunchersWordsAreOneLine(t *testing.T) {
	got := words("Connected to remote JVM\n\n[ERROR] Profiler already started\n", exec.ErrNotFound)
	if want := "Connected to remote JVM; Profiler already started"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := words(
		"[WARN] Install JVM debug symbols\n[ERROR] 'live' option is supported on OpenJDK 11+\n", exec.ErrNotFound,
	); got != "'live' option is supported on OpenJDK 11+" {
		t.Errorf("got %q", got)
	}
	if got := words(" \n", errors.New("exit status "+strconv.Itoa(1))); got != "exit status 1" {
		t.Errorf("got %q", got)
	}
}
