package asprof

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

func TestStartArguments(t *testing.T) {
	const rest = " --jfropts 3 --timeout 75 -o jfr -f /proc/9/root/recording/r.jfr --libpath /tmp/l/lib.so 1"
	traces := []config.Trace{{Method: "a.B.c", Threshold: time.Millisecond}, {Method: "a.B.<init>"}}
	for name, test := range map[string]struct {
		events  string
		options config.Options
		want    string
	}{
		"of CPU time":              {"cpu", config.Options{}, "start -e cpu -i 10000000"},
		"of CPU time by ctimer":    {"ctimer", config.Options{}, "start -e ctimer -i 10000000"},
		"of CPU time by itimer":    {"itimer", config.Options{}, "start -e itimer -i 10000000"},
		"of a counter":             {"cache-misses", config.Options{}, "start -e cache-misses -i 1000"},
		"of wall-clock time alone": {"wall", config.Options{}, "start --wall 20000000"},
		"of allocations alone":     {"alloc", config.Options{}, "start --alloc 524288"},
		"of live objects alone":    {"live", config.Options{}, "start --alloc 524288 --live"},
		"of both":                  {"live,alloc", config.Options{}, "start --alloc 524288 --live"},
		"of locks alone":           {"lock", config.Options{}, "start --lock 10000"},
		"of native locks":          {"nativelock", config.Options{}, "start --nativelock 11000"},
		"of native memory":         {"nativemem", config.Options{}, "start --nativemem 4096 --nofree"},
		"of methods": {
			"trace", config.Options{Traces: traces}, "start --trace a.B.c:1000000 --trace a.B.<init>:0",
		},
		"with all that can be said": {
			"cpu", config.Options{StackDepth: 9, MemoryLimit: 8}, "start -e cpu -i 10000000 -j 9 --memlimit 8",
		},
		"of many events, together": {
			"cpu,wall,alloc,lock", config.Options{}, "start -e cpu -i 10000000 --wall 20000000 --alloc 524288 --lock 10000",
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.options.Intervals = map[config.Event]int64{
				"cpu": 1e7, "ctimer": 1e7, "itimer": 1e7, "cache-misses": 1000,
				"wall": 2e7, "alloc": 524288, "lock": 10000, "nativelock": 11000, "nativemem": 4096,
			}
			session := Session{
				PID: 1, Library: "/tmp/l/lib.so", Output: "/proc/9/root/recording/r.jfr", Options: test.options,
				Timeout: 75 * time.Second,
			}
			for event := range strings.SplitSeq(test.events, ",") {
				session.Events = append(session.Events, config.Event(event))
			}
			if got := strings.Join(startArgs(session), " "); got != test.want+rest {
				t.Errorf("got  %s\nwant %s", got, test.want+rest)
			}
		})
	}
}

// everything is a session of which the order is as long as can be but for the methods, and that order as the
// launcher sends it.
func everything(methods ...config.Trace) (Session, string) {
	const folder = "/tmp/hotspotter-4.5-0123456789ab/"
	const recording = folder + "recording-4194304-99999999999-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	s := Session{
		PID: 4194304, Library: folder + "libasyncProfiler.so", Output: recording + ".jfr", Settings: recording + ".jfc",
		Timeout: 3615 * time.Second, Kernel: true,
	}
	for event := range strings.SplitSeq(
		"branch-instructions,wall,alloc,live,lock,nativelock,nativemem,trace,exceptions", ",",
	) {
		s.Events = append(s.Events, config.Event(event))
	}
	s.Options = config.Options{
		StackDepth: 2048, MemoryLimit: 10484711424,
		Traces: append(methods, config.Trace{Method: "java.lang.Throwable.fillInStackTrace"}),
	}
	s.Options.Intervals = map[config.Event]int64{
		"branch-instructions": 1e12, "wall": 1e10, "alloc": 10484711424, "lock": 6e10, "nativelock": 6e10,
		"nativemem": 10484711424,
	}
	order := "start,file=" + recording + ".jfr,jfr,event=branch-instructions,interval=1000000000000," +
		"wall=10000000000,alloc=10484711424,live,lock=60000000000," +
		"nativelock=60000000000,nativemem=10484711424,nofree,"
	for _, method := range methods {
		order += "trace=" + method.Method + ":3600000000000,"
	}
	return s, order + "trace=java.lang.Throwable.fillInStackTrace:0,jstackdepth=2048,memlimit=10484711424," +
		"jfropts=3,jfrsync=" + recording + ".jfc," +
		"timeout=3615,fdtransfer=@asprof-4194303-1750d31a,log=/tmp/asprof-log.4194303.4194304"
}

func TestTheOrderIsNeverLongerThanItIsTakenFor(t *testing.T) {
	s, order := everything(
		config.Trace{Method: "a.b.f", Threshold: time.Hour}, config.Trace{Method: "a.b.g", Threshold: time.Hour},
	)
	if bytes := orderBytes(startArgs(s)); bytes < len(order) || bytes > len(order)+40 {
		t.Errorf("took %d bytes for %d", len(order), bytes)
	}
}

func TestAnOrderThatTheJvmWouldNotReadIsNotSent(t *testing.T) {
	s, _ := everything(
		slices.Repeat([]config.Trace{{Method: "com.example." + strings.Repeat("a", 20), Threshold: time.Millisecond}}, 16)...,
	)
	release, err := Launcher{Path: "/bin/true"}.Start(t.Context(), s)
	release()
	if problem, refused := errors.AsType[*report.Problem](err); !refused || problem.Reason != report.ProfilerFailed ||
		!strings.Contains(
			problem.Message, "more than a JVM's limit of 1024; name fewer or shorter methods in spec.recording.trace",
		) {
		t.Error(err)
	}
}

func TestTheJvmsOwnRecorderGetsItsSettingsFromAFile(t *testing.T) {
	session := Session{PID: 1, Events: []config.Event{config.Wall}, Settings: "/proc/9/root/recording/settings.jfc"}
	if got := strings.Join(startArgs(session), " "); !strings.Contains(
		got, " --jfrsync /proc/9/root/recording/settings.jfc ",
	) {
		t.Errorf("got %s", got)
	}
}

func TestTheJvmsOwnRecorderIsNotToldToRecordTheEnvironment(t *testing.T) {
	for profile, threshold := range map[string]string{"default": "20 ms", "profile": "10 ms"} {
		if text := string(RecorderSettings(profile)); strings.Contains(text, "Initial") ||
			!strings.Contains(text, threshold) ||
			!strings.Contains(
				text, `"jdk.GarbageCollection"`,
			) || strings.Contains(text, "Compilation\"") != (profile == "profile") {
			t.Error(text)
		}
	}
}

// From such a path the profiler's hooks end the JVM with SIGSEGV.
func TestNativeMemoryIsNeverRecordedByALibraryThatIsNotTheTargetsOwn(t *testing.T) {
	for library, safe := range map[string]bool{
		"/tmp/hotspotter-4.5-0123456789ab/libasyncProfiler.so": true,
		"/proc/9/root/hotspotter/libasyncProfiler.so":          false, "": false,
	} {
		session := Session{PID: 7, Library: library, Events: []config.Event{config.Wall, config.NativeMem}}
		release, err := Launcher{Path: "/bin/true"}.Start(t.Context(), session)
		release()
		if problem, refused := errors.AsType[*report.Problem](err); refused == safe ||
			refused && !strings.Contains(problem.Message, "would end the JVM") {
			t.Errorf("%s: %v", library, err)
		}
	}
}

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

func TestKernelFramesAreAskedForWhenStarting(t *testing.T) {
	session := Session{PID: 1, Events: []config.Event{config.CPU}, Kernel: true}
	if got := strings.Join(startArgs(session), " "); !strings.Contains(got, " --fdtransfer -o jfr ") {
		t.Errorf("got %s", got)
	}
	if got := strings.Join(stopArgs(session), " "); strings.Contains(got, "--fdtransfer") {
		t.Errorf("got %s", got)
	}
}

func TestStopNamesTheFileSoThatNoOtherIsWritten(t *testing.T) {
	session := Session{PID: 1, Library: "/tmp/l/lib.so", Output: "/proc/9/root/recording/r.jfr"}
	const want = "stop -o jfr -f /proc/9/root/recording/r.jfr --libpath /tmp/l/lib.so 1"
	if got := strings.Join(stopArgs(session), " "); got != want {
		t.Errorf("got %s, want %s", got, want)
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
