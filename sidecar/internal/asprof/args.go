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
	Settings string        // of the JVM's own recorder, as the JVM sees them; empty without it
	Timeout  time.Duration // the profiler stops by itself after it
	Kernel   bool          // with kernel frames: the launcher opens perf events for the JVM
}

// The profiler would write the JVM's arguments, options and system properties. They can contain passwords.
const (
	noSystemInfo       = 0x1
	noSystemProperties = 0x2
)

// longestOrder is the most bytes of a command that HotSpot reads; it hangs up on a longer one.
const longestOrder = 1024

// launchers is the most bytes that the launcher adds to a command: the long names of -e, -i, -j and -f, its log
// file, and its socket for perf events.
const launchers = 78

// orderBytes is the greatest length of the command that the launcher makes of these arguments.
func orderBytes(args []string) int {
	bytes := launchers
	for _, arg := range args[:slices.Index(args, "--libpath")] {
		bytes += len(arg) + 1
	}
	return bytes
}

// isSafe is false if the session would end the JVM with SIGSEGV. For native memory, the profiler opens its own
// library again by its mapped name, so the target must have a file of that name.
func (s Session) isSafe() bool {
	return !slices.Contains(s.Events, config.NativeMem) || strings.HasPrefix(s.Library, install.Prefix)
}

// flags are the profiler's options for events that are not engines. Each option takes the event's interval.
var flags = map[config.Event]string{
	config.Wall: "--wall", config.Alloc: "--alloc", config.Lock: "--lock",
	config.NativeLock: "--nativelock", config.NativeMem: "--nativemem",
}

// startArgs returns the arguments that start a session.
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
	// Without this, each call of free would be an event, and nothing here reads those.
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

// stopArgs returns the arguments that end a session and complete its file. Without the file's name, asprof would
// make the JVM write another one into its /tmp.
func stopArgs(s Session) []string {
	return append([]string{"stop"}, commonArgs(s)...)
}

// statusArgs returns the arguments that ask one copy of the library in a JVM for its state.
func statusArgs(pid int, library string) []string {
	return []string{"status", "--libpath", library, strconv.Itoa(pid)}
}

func commonArgs(s Session) []string {
	return []string{"-o", "jfr", "-f", s.Output, "--libpath", s.Library, strconv.Itoa(s.PID)}
}

func nanos(d time.Duration) string { return strconv.FormatInt(d.Nanoseconds(), 10) }
