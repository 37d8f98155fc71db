package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Options are settings of the recording, in addition to the sampling interval.
type Options struct {
	Intervals   map[Event]int64 // in nanoseconds, bytes or counts, for each event that has one
	Traces      []Trace
	StackDepth  int   // 0 is the profiler's own limit
	MemoryLimit int64 // of the profiler's call traces, in bytes; 0 is none
	JFRSync     string
}

// flightRecorder is the memory that the JVM's own recorder takes at its start: 17 MiB with JDK 25.
const flightRecorder = 32 << 20

// ExtraMemory returns the target's memory that the options need, in addition to any recording's.
func (o Options) ExtraMemory() int64 {
	if o.JFRSync != "" {
		return flightRecorder
	}
	return 0
}

// Trace is a method whose calls are recorded if they take the threshold or longer.
type Trace struct {
	Method    string
	Threshold time.Duration
}

// Defaults and limits. The defaults for alloc and lock are async-profiler's own.
const (
	defaultBytes  = 512 << 10
	defaultWait   = 10 * time.Microsecond
	defaultCount  = 1_000_000
	leastBytes    = 1 << 10
	mostBytes     = 10 << 30
	longestWait   = time.Minute
	leastCount    = 1000
	mostCount     = 1_000_000_000_000
	leastMemory   = 10 << 20 // with 9 MiB the profiler keeps no stack
	deepest       = 2048
	mostTraces    = 16
	longestMethod = 253
	mostMethods   = 512 // bytes of all methods, because the JVM takes no long commands
)

// methods matches a Java method with its class, without wildcards. A signature may follow, for one of several
// overloads.
var methods = regexp.MustCompile(`^([\p{L}_$][\p{L}\p{N}_$]*\.)+([\p{L}_$][\p{L}\p{N}_$]*|<init>)` +
	`(\((\[*` + parameter + `)*\)(V|\[*` + parameter + `))?$`)

// parameter matches a parameter's type in the JVM's notation.
const parameter = `([BCDFIJSZ]|L[\p{L}\p{N}_$/]+;)`

// jfrProfiles are the settings of the JVM's own recorder.
var jfrProfiles = []string{"default", "profile"}

// fillInStackTrace is the method that the event exceptions traces.
const fillInStackTrace = "java.lang.Throwable.fillInStackTrace"

func (r *reader) options(events []Event, interval time.Duration) Options {
	o := Options{
		Intervals:   r.intervals(events, interval),
		Traces:      r.traces(events),
		StackDepth:  int(r.optional(envStackDepth, 1, deepest)),
		MemoryLimit: r.optional(envMemoryLimit, leastMemory, mostBytes),
		JFRSync:     strings.TrimSpace(r.getenv(envJFRSync)),
	}
	if o.JFRSync != "" && !slices.Contains(jfrProfiles, o.JFRSync) {
		r.problem("%s is %q, use one of %v", envJFRSync, o.JFRSync, jfrProfiles)
	}
	if slices.Contains(events, Exceptions) {
		o.Traces = append(o.Traces, Trace{Method: fillInStackTrace})
	}
	return o
}

// intervals returns the interval of each event that has one, as ordered or the default. alloc's applies to live,
// too.
func (r *reader) intervals(events []Event, interval time.Duration) map[Event]int64 {
	all := map[Event]int64{}
	for _, event := range events {
		switch {
		case event.isRare():
			all[event] = 1
		case event.Counts():
			all[event] = defaultCount
		case event.IsEngine() || event == Wall:
			all[event] = interval.Nanoseconds()
		case event == Alloc || event == Live:
			all[Alloc] = defaultBytes
		case event == NativeMem:
			all[event] = defaultBytes
		case event == Lock || event == NativeLock:
			all[event] = defaultWait.Nanoseconds()
		}
	}
	for _, item := range r.list(envIntervals) {
		name, value, _ := strings.Cut(item, "=")
		event := Event(name)
		if _, there := all[event]; !there {
			r.problem("%s has %q, but %s has no such event with an interval", envIntervals, item, envEvents)
		} else if amount, err := event.amount(value); err != nil {
			r.problem("%s has %q: %v", envIntervals, item, err)
		} else {
			all[event] = amount
		}
	}
	return all
}

// isRare reports whether a counter is so rare that each event must be recorded.
func (e Event) isRare() bool { return e == "page-faults" || e == ContextSwitches }

// amount reads an interval in the event's unit.
func (e Event) amount(value string) (int64, error) {
	switch {
	case e.isRare():
		return number(value, 1, mostCount)
	case e.Counts():
		return number(value, leastCount, mostCount)
	case e == Alloc || e == NativeMem:
		return number(value, leastBytes, mostBytes)
	case e == Lock || e == NativeLock:
		return length(value, time.Microsecond, longestWait)
	default:
		return length(value, time.Millisecond, 10*time.Second)
	}
}

// traces reads methods with thresholds, such as com.example.Dao.find:10ms.
func (r *reader) traces(events []Event) []Trace {
	var traces []Trace
	for _, item := range r.list(envTrace) {
		method, threshold, _ := strings.Cut(item, ":")
		shortest, err := length(threshold, 0, time.Hour)
		switch {
		case len(method) > longestMethod || !methods.MatchString(method):
			r.problem("%s has %q, write a method with its class such as com.example.Dao.find:10ms", envTrace, item)
		case method == fillInStackTrace || strings.HasPrefix(method, fillInStackTrace+"("):
			r.problem("%s has %s, record the event exceptions instead", envTrace, method)
		case err != nil:
			r.problem("%s has %q: %v", envTrace, item, err)
		default:
			traces = append(traces, Trace{method, time.Duration(shortest)})
		}
	}
	if (len(r.list(envTrace)) > 0) != slices.Contains(events, Traced) {
		r.problem("%s must be set exactly when %s has the event %s", envTrace, envEvents, Traced)
	}
	if bytes := methodBytes(traces); bytes > mostMethods {
		r.problem("%s has methods of %d bytes in total, name fewer or shorter ones of at most %d bytes",
			envTrace, bytes, mostMethods)
	}
	if len(traces) > mostTraces {
		r.problem("%s has %d methods, name at most %d", envTrace, len(traces), mostTraces)
	}
	return traces
}

func methodBytes(traces []Trace) int {
	bytes := 0
	for _, trace := range traces {
		bytes += len(trace.Method)
	}
	return bytes
}

// list splits an optional variable.
func (r *reader) list(name string) []string {
	value := strings.TrimSpace(r.getenv(name))
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// optional returns 0 for an absent number.
func (r *reader) optional(name string, least, most int64) int64 {
	value := strings.TrimSpace(r.getenv(name))
	if value == "" {
		return 0
	}
	n, err := number(value, least, most)
	if err != nil {
		r.problem("%s is %q: %v", name, value, err)
	}
	return n
}

func number(value string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("write a number from %d to %d", least, most)
	}
	return n, nil
}

func length(value string, least, most time.Duration) (int64, error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < least || d > most {
		return 0, fmt.Errorf("write a duration from %v to %v", least, most)
	}
	return d.Nanoseconds(), nil
}
