package asprof

import (
	"errors"
	"strings"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

// rejected is the exit status with which the launcher passes on the profiler's own refusal.
const rejected = 200

// failure is a launcher that did not end well.
type failure struct {
	status   int // -1 if it was killed
	words    string
	timedOut bool
	// notStarted is a launcher that never ran.
	notStarted bool
}

func (f *failure) Error() string { return f.words }

// words is what the launcher or the profiler had to say, in one line.
func words(output string, err error) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		// The error behind them says it all.
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

// explain turns a launcher's failure into what the user can do about it.
func explain(err error, pid int) error {
	f, ok := errors.AsType[*failure](err)
	switch {
	case !ok:
		return err
	case strings.Contains(f.words, "already started"):
		return report.Refuse(report.ProfilerBusy, "The JVM (pid %d) is being recorded already: wait until that recording is over.", pid)
	case strings.Contains(f.words, "Dynamic agent loading is not enabled"):
		return report.Fail(report.AttachDisabled, "The JVM (pid %d) was started with -XX:-EnableDynamicAgentLoading: "+
			"remove that option and restart the pod.", pid)
	case strings.Contains(f.words, "Flight Recorder is not available"):
		return report.Fail(report.ProfilerFailed, "The runtime of the JVM (pid %d) has no recorder of its own (module jdk.jfr): "+
			"record without spec.recording.jfrSync.", pid)
	case f.status == rejected:
		return report.Fail(report.ProfilerFailed, "The profiler in the JVM (pid %d) refused: %s %s", pid, sentence(f.words), adviceOn(f.words))
	case f.notStarted:
		return report.Fail(report.AttachFailed, "The profiler's launcher cannot be started: %s. Raise the pod's limit of processes; if that is not it, "+
			"check sidecar.image in the chart's values.", f.words)
	case strings.Contains(f.words, "was not loaded"):
		return report.Fail(report.AttachFailed, "The JVM (pid %d) cannot load the profiler's library: %s. Check that no security "+
			"module forbids executing from the target's /tmp.", pid, f.words)
	case f.timedOut:
		return report.Fail(report.AttachFailed, "The JVM (pid %d) did not accept the profiler: %s. Check that it is not frozen "+
			"and gets CPU time.", pid, f.words)
	default:
		return report.Fail(report.AttachFailed, "The JVM (pid %d) did not accept the profiler: %s. Check that nothing deletes "+
			"/tmp/.java_pid%d in the target and that the JVM is not frozen, or restart the pod.", pid, f.words, pid)
	}
}

// explainCounter is for a session that counts what hardware or kernel does, which not every node has or allows.
func explainCounter(counter config.Event, err error, s Session) error {
	f, failed := errors.AsType[*failure](err)
	if !failed || !isAboutPerfEvents(f.words) {
		return explain(err, s.PID)
	}
	fix := "Choose the event cpu; few virtual machines have hardware counters."
	if !s.Kernel {
		fix = "Set spec.recording.kernelStacks, if the installation allows it, which lets the sidecar count, or choose the event cpu; few virtual machines have hardware counters."
	}
	return report.Fail(report.ProfilerFailed, "The node does not count %s for the JVM (pid %d): %s %s", counter, s.PID, sentence(f.words), fix)
}

// sentence ends words with one full stop, or the question mark that they have.
func sentence(words string) string {
	words = strings.TrimRight(words, ". ")
	if strings.HasSuffix(words, "?") {
		return words
	}
	return words + "."
}

func isAboutPerfEvents(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "perf events") || strings.Contains(words, "perf_event") || strings.Contains(words, "fdtransfer")
}

func perfEventsUnavailable(pid int, why string) *report.Problem {
	fix := "Record without spec.recording.kernelStacks, or see that the container's seccomp profile allows perf_event_open and that " +
		"kernel.kptr_restrict is not 2."
	if strings.Contains(why, "Address already in use") {
		fix = "Another container of the pod is being recorded with kernel frames: wait until that recording is over."
	}
	return report.Fail(report.PerfEventsUnavailable, "The JVM (pid %d) cannot be recorded with kernel frames: %s %s", pid, sentence(why), fix)
}
