package asprof

import (
	"errors"
	"strings"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

// rejected is the launcher's exit status for a refusal of the profiler.
const rejected = 200

// failure is a failed run of the launcher.
type failure struct {
	status   int // -1 if it was killed
	words    string
	timedOut bool
	// notStarted is true if the launcher never ran.
	notStarted bool
}

func (f *failure) Error() string { return f.words }

// words returns the output of the launcher or profiler in one line.
func words(output string, err error) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		// The error after the warnings is enough.
		if strings.HasPrefix(line, "[WARN]") && strings.Contains(output, "[ERROR]") {
			continue
		}
		if line = strings.TrimSpace(strings.TrimPrefix(line, "[ERROR]")); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return err.Error()
	}
	return strings.Join(lines, "; ")
}

// explain turns a launcher's failure into a message that says what to do.
func explain(err error, pid int) error {
	f, ok := errors.AsType[*failure](err)
	switch {
	case !ok:
		return err
	case strings.Contains(f.words, "already started"):
		return report.Refuse(report.ProfilerBusy,
			"the JVM (pid %d) is already being recorded; wait until that recording is over", pid)
	case strings.Contains(f.words, "Dynamic agent loading is not enabled"):
		return report.Fail(report.AttachDisabled, "the JVM (pid %d) was started with -XX:-EnableDynamicAgentLoading; "+
			"remove that option and restart the pod", pid)
	case strings.Contains(f.words, "Flight Recorder is not available"):
		return report.Fail(report.ProfilerFailed,
			"the runtime of the JVM (pid %d) has no recorder of its own (module jdk.jfr); "+
				"record without spec.recording.jfrSync", pid)
	case f.status == rejected:
		return report.Fail(report.ProfilerFailed,
			"the profiler in the JVM (pid %d) refused: %s %s", pid, clause(f.words), adviceOn(f.words))
	case f.notStarted:
		return report.Fail(report.AttachFailed, "the profiler's launcher cannot be started: %s; "+
			"raise the pod's limit of processes, or correct sidecar.image in the chart's values", f.words)
	case strings.Contains(f.words, "was not loaded"):
		return report.Fail(report.AttachFailed, "the JVM (pid %d) cannot load the profiler's library: %s; "+
			"check whether a security module forbids executing from the target's /tmp", pid, f.words)
	case f.timedOut:
		return report.Fail(report.AttachFailed, "the JVM (pid %d) did not accept the profiler: %s; "+
			"check whether the JVM is frozen or gets too little CPU time", pid, f.words)
	default:
		return report.Fail(report.AttachFailed, "the JVM (pid %d) did not accept the profiler: %s; check whether "+
			"something deletes /tmp/.java_pid%d in the target or the JVM is frozen, or restart the pod", pid, f.words, pid)
	}
}

// explainCounter explains the failure of a session with a counter of the hardware or kernel. Not every node has or
// allows these.
func explainCounter(counter config.Event, err error, s Session) error {
	f, failed := errors.AsType[*failure](err)
	if !failed || !isAboutPerfEvents(f.words) {
		return explain(err, s.PID)
	}
	fix := "choose the event cpu, because few virtual machines have hardware counters"
	if !s.Kernel {
		fix = "set spec.recording.kernelStacks, if the installation allows it, so that the sidecar can count, or " + fix
	}
	return report.Fail(report.ProfilerFailed,
		"the node does not count %s for the JVM (pid %d): %s %s", counter, s.PID, clause(f.words), fix)
}

// clause ends words with a semicolon, or with the question mark that they have.
func clause(words string) string {
	words = strings.TrimRight(words, ". ")
	if strings.HasSuffix(words, "?") {
		return words
	}
	return words + ";"
}

func isAboutPerfEvents(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "perf events") || strings.Contains(words, "perf_event") ||
		strings.Contains(words, "fdtransfer")
}

func perfEventsUnavailable(pid int, why string) *report.Problem {
	fix := "record without spec.recording.kernelStacks, or check that the container's seccomp profile allows " +
		"perf_event_open and that kernel.kptr_restrict is not 2"
	if strings.Contains(why, "Address already in use") {
		fix = "wait until the recording of the pod's other container with kernel frames is over"
	}
	return report.Fail(report.PerfEventsUnavailable,
		"the JVM (pid %d) cannot be recorded with kernel frames: %s %s", pid, clause(why), fix)
}
