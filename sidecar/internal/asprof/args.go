package asprof

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/install"
)

// Session is one recording by one profiler in one JVM.
type Session struct {
	PID      int
	Library  string // as the JVM sees it
	Output   string // as the JVM sees it
	Events   []config.Event
	Options  config.Options
	Settings string        // of the JVM's own recorder, as the JVM sees them, if it records as well
	Timeout  time.Duration // after which the profiler stops by itself
	Kernel   bool          // with kernel frames, for which the launcher opens perf events on the JVM's behalf
}

// What the profiler would write about the JVM itself: its arguments and options, with names of the system's; and its
// system properties. There are passwords in both.
const (
	noSystemInfo       = 0x1
	noSystemProperties = 0x2
)

// longestOrder is how many bytes of an order HotSpot reads from whom it is attached by: it hangs up on a longer one.
const longestOrder = 1024

// launchers is what the launcher makes an order longer by at most: the whole names of -e, -i, -j and -f, where it logs, and its socket for
// perf events.
const launchers = 78

// orderBytes is how long the order gets at most that the launcher makes of a command line.
func orderBytes(args []string) int {
	bytes := launchers
	for _, arg := range args[:slices.Index(args, "--libpath")] {
		bytes += len(arg) + 1
	}
	return bytes
}

// isSafe is false for what would end the JVM with SIGSEGV: to record native memory, the profiler opens its own library again
// by the name under which it is mapped, which must therefore be a name of the target's own.
func (s Session) isSafe() bool {
	return !slices.Contains(s.Events, config.NativeMem) || strings.HasPrefix(s.Library, install.Prefix)
}

// flags are the profiler's options for the events that are no engines, each of which takes the event's interval.
var flags = map[config.Event]string{
	config.Wall: "--wall", config.Alloc: "--alloc", config.Lock: "--lock",
	config.NativeLock: "--nativelock", config.NativeMem: "--nativemem",
}

// startArgs is the command line that starts a session.
func startArgs(s Session) []string {
	args := []string{"start"}
	for _, event := range s.Events {
		interval := strconv.FormatInt(s.Options.Intervals[event], 10)
		switch {
		case event.IsEngine():
			args = append(args, "-e", string(event), "-i", interval)
		case flags[event] != "":
			args = append(args, flags[event], interval)
		}
	}
	if slices.Contains(s.Events, config.Live) {
		if !slices.Contains(s.Events, config.Alloc) {
			args = append(args, "--alloc", strconv.FormatInt(s.Options.Intervals[config.Alloc], 10))
		}
		args = append(args, "--live")
	}
	// Every call of free would be an event, and nothing here reads them.
	if slices.Contains(s.Events, config.NativeMem) {
		args = append(args, "--nofree")
	}
	args = append(args, optionArgs(s.Options)...)
	args = append(args, "--jfropts", strconv.Itoa(noSystemInfo|noSystemProperties))
	if s.Settings != "" {
		args = append(args, "--jfrsync", s.Settings)
	}
	args = append(args, "--timeout", strconv.Itoa(int(s.Timeout.Round(time.Second).Seconds())))
	if s.Kernel {
		args = append(args, "--fdtransfer")
	}
	return append(args, commonArgs(s)...)
}

func optionArgs(o config.Options) []string {
	var args []string
	for _, trace := range o.Traces {
		args = append(args, "--trace", trace.Method+":"+nanos(trace.Threshold))
	}
	if o.StackDepth > 0 {
		args = append(args, "-j", strconv.Itoa(o.StackDepth))
	}
	if o.MemoryLimit > 0 {
		args = append(args, "--memlimit", strconv.FormatInt(o.MemoryLimit, 10))
	}
	return args
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
