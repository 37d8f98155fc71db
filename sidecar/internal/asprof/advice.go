package asprof

import "strings"

// advice is what helps against each refusal of the profiler's that a pod can bring about, by its words.
var advice = []struct{ words, fix string }{
	{"Could not start master JFR recording", "The JVM's own recorder did not start, for a reason that is in the target's own log: record without " +
		"spec.recording.jfrSync, or remove what it names."},
	{"Failed to initialize JfrSync", "Record without spec.recording.jfrSync."},
	{"AllocTracer symbols", "Record without alloc and live, or run the application on JDK 11 or later, or on a JDK 8 with debug symbols."},
	{"'live' option", "Record without live, or run the application on JDK 11 or later."},
	{"allocation breakpoints", "Record without alloc and live, or run the application on JDK 11 or later."},
	{"Failed to create CPU timer", "The JVM may have no more timers, of which each thread takes one: raise the limit of pending signals (ulimit -i) of the " +
		"target, or record itimer instead of cpu or ctimer."},
	{"resource limit", "Raise the limit of open files (ulimit -n) of the target, or record ctimer instead of cpu."},
	{"perf_event", "Record ctimer instead of cpu."},
	{"sampler thread", "Raise the pod's limit of processes: the JVM may start no more threads."},
	{"timer thread", "Raise the pod's limit of processes: the JVM may start no more threads."},
	{"Flight Recorder output file", "See whether the node's disk is full, or SELinux or AppArmor keeps the target from the sidecar's files."},
	{"pthread hook", "Record without nativelock."},
	{"dlopen hook", "Record without nativelock and nativemem."},
	{"Could not load Instrument class", "Record without trace and exceptions."},
	{"not supported on this JVM", "Run the application on another build of HotSpot, such as Temurin."},
	{"Unsupported JVM", "Run the application on another build of HotSpot, such as Temurin."},
}

// adviceOn is the fix for a refusal; of one that nobody has seen yet it does not guess.
func adviceOn(refusal string) string {
	for _, known := range advice {
		if strings.Contains(refusal, known.words) {
			return known.fix
		}
	}
	return "Record without the event or option that this is about; the target's own log may say more."
}
