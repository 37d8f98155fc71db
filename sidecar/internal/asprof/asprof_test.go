package asprof

import (
	"errors"
	"slices"
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
			problem.Message, "more than a JVM's limit of 1024; name fewer or shorter methods for the event trace",
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
