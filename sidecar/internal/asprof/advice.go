package asprof

import "strings"

// advice has the fix for each refusal of the profiler that a pod can cause.
var advice = []struct{ words, fix string }{
	{
		"Could not start master JFR recording",
		"record without spec.recording.jfrSync, or correct the cause in the target's own log",
	},
	{"Failed to initialize JfrSync", "record without spec.recording.jfrSync"},
	{
		"AllocTracer symbols",
		"record without alloc and live, or run the application on JDK 11 or later, or on a JDK 8 with debug symbols",
	},
	{"'live' option", "record without live, or run the application on JDK 11 or later"},
	{"allocation breakpoints", "record without alloc and live, or run the application on JDK 11 or later"},
	{
		"Failed to create CPU timer",
		"raise the target's limit of pending signals (ulimit -i), because each thread needs a timer, " +
			"or record itimer instead of cpu or ctimer",
	},
	{"resource limit", "raise the target's limit of open files (ulimit -n), or record ctimer instead of cpu"},
	{"perf_event", "record ctimer instead of cpu"},
	{"sampler thread", "raise the pod's limit of processes, because the JVM cannot start more threads"},
	{"timer thread", "raise the pod's limit of processes, because the JVM cannot start more threads"},
	{
		"Flight Recorder output file",
		"check whether the node's disk is full, or SELinux or AppArmor keeps the target from the sidecar's files",
	},
	{"pthread hook", "record without nativelock"},
	{"dlopen hook", "record without nativelock and nativemem"},
	{"Could not load Instrument class", "record without trace and exceptions"},
	{"not supported on this JVM", "run the application on another build of HotSpot, such as Temurin"},
	{"Unsupported JVM", "run the application on another build of HotSpot, such as Temurin"},
}

// adviceOn returns the fix for a refusal. It does not guess about an unknown one.
func adviceOn(refusal string) string {
	for _, known := range advice {
		if strings.Contains(refusal, known.words) {
			return known.fix
		}
	}
	return "record without this event or option, or see the target's own log"
}
