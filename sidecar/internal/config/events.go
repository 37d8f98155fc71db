package config

import (
	"slices"
	"strings"
)

// Event is an event of async-profiler.
type Event string

// The events of the contract.
const (
	CPU        Event = "cpu"
	CTimer     Event = "ctimer"
	ITimer     Event = "itimer"
	Wall       Event = "wall"
	Alloc      Event = "alloc"
	Live       Event = "live"
	Lock       Event = "lock"
	NativeLock Event = "nativelock"
	NativeMem  Event = "nativemem"
	Traced     Event = "trace"
	Exceptions Event = "exceptions"

	ContextSwitches Event = "context-switches"
)

// counters are the events of the hardware and the kernel, under async-profiler's names.
var counters = []Event{
	"cycles", "instructions", "cache-references", "cache-misses", "branch-instructions", "branch-misses",
	"page-faults", ContextSwitches,
}

var known = slices.Concat(
	[]Event{CPU, CTimer, ITimer, Wall, Alloc, Live, Lock, NativeLock, NativeMem, Traced, Exceptions},
	counters,
)

// Counts reports whether the event is a counter of the hardware or kernel, which only perf_events can read.
func (e Event) Counts() bool { return slices.Contains(counters, e) }

// HasKernelStacks reports whether perf_events, which see the kernel, can record the event.
func (e Event) HasKernelStacks() bool { return e == CPU || e.Counts() }

// IsEngine reports whether the event excludes the other engines: async-profiler samples with one engine at a time.
func (e Event) IsEngine() bool { return e == CPU || e == CTimer || e == ITimer || e.Counts() }

func (r *reader) events() []Event {
	value, ok := r.required(envEvents)
	if !ok {
		return nil
	}
	var events []Event
	var engines []string
	for name := range strings.SplitSeq(value, ",") {
		event := Event(strings.TrimSpace(name))
		switch {
		case !slices.Contains(known, event):
			r.problem("%s has %q, use %v", envEvents, event, known)
		case slices.Contains(events, event):
			r.problem("%s has %s twice, name it once", envEvents, event)
		case event.IsEngine():
			engines = append(engines, string(event))
			fallthrough
		default:
			events = append(events, event)
		}
	}
	if len(engines) > 1 {
		r.problem("%s has %s, choose one of them", envEvents, strings.Join(engines, " and "))
	}
	return events
}
