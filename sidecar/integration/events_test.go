//go:build integration

package integration

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// startBusy starts a JVM that does something for each event.
func startBusy(t *testing.T, version string) *pod {
	t.Helper()
	command := burner(t, jdk(t, version))
	command[len(command)-1] = "Busy"
	p := startPod(t, podSpec{command: command})
	p.waitForLog("alive")
	return p
}

// printed is what the JDK's own tool makes of one type of events.
func printed(t *testing.T, recording, event string) string {
	t.Helper()
	output, err := exec.Command(
		filepath.Join(jdk(t, "25"), "bin/jfr"), "print", "--events", event, "--stack-depth", "64", recording,
	).CombinedOutput()
	must(t, err)
	return string(output)
}

// eventsOfBoth counts what is in a recording of the profiler and of the JVM's own recorder. These write chunks of
// their own, and
// of types with the same name the JDK's tool knows those of one chunk only.
func eventsOfBoth(t *testing.T, recording string) map[string]int {
	t.Helper()
	content, err := os.ReadFile(recording)
	must(t, err)
	all := map[string]int{}
	for len(content) > 16 {
		size := binary.BigEndian.Uint64(content[8:])
		chunk := filepath.Join(t.TempDir(), "chunk.jfr")
		must(t, os.WriteFile(chunk, content[:size], 0o600))
		for name, count := range events(t, chunk) {
			all[name] += count
		}
		content = content[size:]
	}
	return all
}

func TestEachEventIsRecorded(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	const trace = "Busy.slow:10ms,Busy.quick:10ms"
	for _, version := range []string{"17", "25"} {
		p := startBusy(t, version)
		before := p.tmp()
		for _, test := range []struct {
			events string
			env    map[string]string
			types  []string
		}{
			{"cpu", nil, []string{"jdk.ExecutionSample"}},
			{"ctimer", nil, []string{"jdk.ExecutionSample"}},
			{"itimer", nil, []string{"jdk.ExecutionSample"}},
			{"wall", map[string]string{"HOTSPOTTER_INTERVALS": "wall=50ms"}, []string{"profiler.WallClockSample"}},
			{"alloc", map[string]string{"HOTSPOTTER_INTERVALS": "alloc=65536"}, []string{"jdk.ObjectAllocationInNewTLAB"}},
			{"live", map[string]string{"HOTSPOTTER_INTERVALS": "alloc=65536"}, []string{"profiler.LiveObject"}},
			{"lock", nil, []string{"jdk.JavaMonitorEnter"}},
			{"nativelock", map[string]string{"HOTSPOTTER_INTERVALS": "nativelock=1us"}, []string{"profiler.NativeLock"}},
			{"nativemem", map[string]string{"HOTSPOTTER_INTERVALS": "nativemem=1024"}, []string{"profiler.Malloc"}},
			{"trace", map[string]string{"HOTSPOTTER_TRACE": trace}, []string{"jdk.MethodTrace"}},
			{"exceptions", nil, []string{"jdk.MethodTrace"}},
			{"ctimer,wall,alloc,live,lock,nativelock,nativemem,trace,exceptions", map[string]string{
				"HOTSPOTTER_TRACE": trace, "HOTSPOTTER_INTERVALS": "nativelock=1us,nativemem=1024,alloc=65536",
				"HOTSPOTTER_STACK_DEPTH": "256", "HOTSPOTTER_MEMORY_LIMIT": "33554432", "HOTSPOTTER_JFR_SYNC": "profile",
			}, []string{
				"jdk.ExecutionSample", "profiler.WallClockSample", "jdk.ObjectAllocationInNewTLAB", "profiler.LiveObject",
				"jdk.JavaMonitorEnter",
				"profiler.NativeLock", "profiler.Malloc", "jdk.MethodTrace", "jdk.GarbageCollection", "jdk.GCPhasePause",
			}},
		} {
			t.Run(test.events+" of JDK "+version, func(t *testing.T) {
				env := order(s.presign("events.jfr", valid), test.env)
				env["HOTSPOTTER_EVENTS"] = test.events
				recordRounds(t, p, env)
				recording := s.fetch("events.jfr")
				counts := eventsOfBoth(t, recording)
				for _, name := range test.types {
					if counts[name] == 0 {
						t.Errorf("there is no %s", name)
					}
				}
				if test.events == "trace" {
					// The quick one is called a hundred times as often, and hardly ever loses its CPU for so long.
					text := printed(t, recording, "jdk.MethodTrace")
					if slow, quick := strings.Count(text, "Busy.slow"), strings.Count(text, "Busy.quick"); slow == 0 || quick > slow {
						t.Errorf("traced %d slow and %d quick calls", slow, quick)
					}
				}
				if test.events == "exceptions" && !strings.Contains(printed(t, recording, "jdk.MethodTrace"), "Busy.fail") {
					t.Error("the exception is not there")
				}
				if counts["jdk.InitialEnvironmentVariable"] > 0 {
					t.Error("the target's environment was recorded")
				}
				if counts["profiler.Free"] > 0 {
					t.Error("calls of free were recorded")
				}
				p.assertAlive()
			})
		}
		if copies := p.libraryMappings(); copies != 1 {
			t.Errorf("the JVM has loaded the library %d times", copies)
		}
		for _, file := range p.tmp() {
			if !slices.Contains(before, file) && !allowed.MatchString(file) && !recorderFolder.MatchString(file) {
				t.Errorf("%s was left in the target's /tmp", file)
			}
		}
	}
}

func TestInTheLeastMemoryStacksAreKept(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	for _, version := range []string{"17", "25"} {
		p := startBurner(t, jdk(t, version))
		for _, event := range []string{"ctimer", "wall"} {
			t.Run(event+" of JDK "+version, func(t *testing.T) {
				env := map[string]string{
					"HOTSPOTTER_EVENTS": event, "HOTSPOTTER_MEMORY_LIMIT": "10485760", "HOTSPOTTER_DURATION": "3s",
				}
				expect(t, run(t, p, order(s.presign("least.jfr", valid), env)), report.OutcomeRecorded, report.Recorded)
				name := map[string]string{"ctimer": "jdk.ExecutionSample", "wall": "profiler.WallClockSample"}[event]
				if text := printed(t, s.fetch("least.jfr"), name); !strings.Contains(text, "Burner.hot") ||
					strings.Contains(text, "storage_overflow") {
					t.Error("stacks are missing")
				}
			})
		}
	}
}

// A method that is traced has its class transformed, which must not last.
func TestATracedMethodIsAsItWasAfterwards(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	env := order(
		s.presign("traced.jfr", valid),
		map[string]string{"HOTSPOTTER_EVENTS": "trace", "HOTSPOTTER_TRACE": "Burner.hot:0s,no.such.Class.method:0s"},
	)
	expect(t, run(t, p, env), report.OutcomeRecorded, report.Recorded)
	if events(t, s.fetch("traced.jfr"))["jdk.MethodTrace"] == 0 {
		t.Error("nothing was traced")
	}
	expect(
		t, run(t, p, order(s.presign("afterwards.jfr", valid), map[string]string{"HOTSPOTTER_EVENTS": "wall"})),
		report.OutcomeRecorded, report.Recorded,
	)
	text := printed(t, s.fetch("afterwards.jfr"), "profiler.WallClockSample")
	if !strings.Contains(text, "Burner.hot") || strings.Contains(text, "one.profiler.Instrument") {
		t.Error("the method is still instrumented")
	}
}

// HotSpot hangs up on an order of more than 1024 bytes.
func TestAsMuchIsTracedAsTheJvmTakesOrdersFor(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	methods := []string{"Burner.hot:0s"}
	for i := range 15 {
		// 512 bytes or less, together
		methods = append(methods, "com.example.shop.Orders"+string(rune('A'+i))+".findAll:10ms")
	}
	trace := strings.Join(methods, ",")
	for _, version := range []string{"17", "25"} {
		p := startBurner(t, jdk(t, version))
		env := map[string]string{"HOTSPOTTER_EVENTS": "cpu,trace", "HOTSPOTTER_TRACE": trace}
		expect(t, run(t, p, order(s.presign("traced.jfr", valid), env)), report.OutcomeRecorded, report.Recorded)
		if events(t, s.fetch("traced.jfr"))["jdk.MethodTrace"] == 0 {
			t.Error("nothing was traced")
		}
		env["HOTSPOTTER_EVENTS"] = "cpu,wall,alloc,live,lock,nativelock,nativemem,trace,exceptions"
		env["HOTSPOTTER_JFR_SYNC"] = "default"
		before := p.tmp()
		expect(
			t, run(t, p, order(s.presign("refused.jfr", valid), env)), report.OutcomeFailed, report.ProfilerFailed,
			"limit of 1024", "name fewer",
		)
		p.assertTidy(before)
		p.assertUnharmed()
	}
}

// Machines that run this have no hardware counters, or let nobody count, but for what the kernel counts.
func TestCountersAreRecordedOrRefusedWithAFix(t *testing.T) {
	t.Parallel()
	s := startStore(t, "versitygw")
	p := startBurner(t, jdk(t, "25"))
	software := kernelOrder(
		s.presign("counter.jfr", valid), map[string]string{"HOTSPOTTER_EVENTS": "context-switches,alloc"},
	)
	expect(t, startSidecarAs(t, p, "0", forPerf, software).finish(), report.OutcomeRecorded, report.Recorded)
	if counts := events(t, s.fetch("counter.jfr")); counts["jdk.ExecutionSample"] == 0 {
		t.Errorf("no context switch is there: %v", counts)
	}
	hardware := kernelOrder(s.presign("cycles.jfr", valid), map[string]string{"HOTSPOTTER_EVENTS": "cycles"})
	result := startSidecarAs(t, p, "0", forPerf, hardware).finish()
	if result.Outcome == report.OutcomeRecorded {
		t.Log("this machine has hardware counters")
	} else {
		expect(t, result, report.OutcomeFailed, report.ProfilerFailed, "does not count cycles", "choose the event cpu")
	}
	if paranoid(t) >= 2 || result.Outcome != report.OutcomeRecorded {
		expect(
			t, run(t, p, order(nowhere, map[string]string{"HOTSPOTTER_EVENTS": "cycles"})), report.OutcomeFailed,
			report.ProfilerFailed, "spec.recording.kernelStacks",
		)
	}
	p.assertAlive()
}
