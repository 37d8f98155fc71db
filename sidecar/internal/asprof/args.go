package asprof

import (
	"strconv"
	"time"

	"hotspotter.dev/sidecar/internal/config"
)

// Defaults of async-profiler, spelled out because "--alloc" and "--lock" take a value.
const (
	allocBytes    = 512 << 10
	lockThreshold = 10 * time.Microsecond
)

// Session is one recording by one profiler in one JVM.
type Session struct {
	PID      int
	Library  string // as the JVM sees it
	Output   string // as the JVM sees it
	Events   []config.Event
	Interval time.Duration
	Timeout  time.Duration // after which the profiler stops by itself
	Kernel   bool          // with kernel frames, for which the launcher opens perf events on the JVM's behalf
}

// startArgs is the command line that starts a session.
func startArgs(s Session) []string {
	args := []string{"start"}
	for _, event := range s.Events {
		switch {
		case event.SamplesCPU():
			args = append(args, "-e", string(event), "-i", nanos(s.Interval))
		case event == config.Wall:
			args = append(args, "--wall", nanos(s.Interval))
		case event == config.Alloc:
			args = append(args, "--alloc", strconv.Itoa(allocBytes))
		case event == config.Lock:
			args = append(args, "--lock", nanos(lockThreshold))
		}
	}
	args = append(args, "--timeout", strconv.Itoa(int(s.Timeout.Round(time.Second).Seconds())))
	if s.Kernel {
		args = append(args, "--fdtransfer")
	}
	return append(args, commonArgs(s)...)
}

// stopArgs is the command line that ends a session and completes its file. Without the name of the file asprof would
// make the JVM write another one into its /tmp.
func stopArgs(s Session) []string {
	return append([]string{"stop"}, commonArgs(s)...)
}

// statusArgs is the command line that asks one copy of the library in a JVM whether it is recording.
func statusArgs(pid int, library string) []string {
	return []string{"status", "--libpath", library, strconv.Itoa(pid)}
}

func commonArgs(s Session) []string {
	return []string{"-o", "jfr", "-f", s.Output, "--libpath", s.Library, strconv.Itoa(s.PID)}
}

func nanos(d time.Duration) string { return strconv.FormatInt(d.Nanoseconds(), 10) }
