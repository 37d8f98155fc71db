// Package config reads the sidecar's only input, its environment.
package config

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hotspotter.dev/sidecar/internal/upload"
)

// Names of the environment variables; README.md describes each.
const (
	envEvents         = "HOTSPOTTER_EVENTS"
	envDuration       = "HOTSPOTTER_DURATION"
	envInterval       = "HOTSPOTTER_INTERVAL"
	envIntervals      = "HOTSPOTTER_INTERVALS"
	envTrace          = "HOTSPOTTER_TRACE"
	envStackDepth     = "HOTSPOTTER_STACK_DEPTH"
	envMemoryLimit    = "HOTSPOTTER_MEMORY_LIMIT"
	envJFRSync        = "HOTSPOTTER_JFR_SYNC"
	envUploadURL      = "HOTSPOTTER_UPLOAD_URL"
	envDiagnostics    = "HOTSPOTTER_DIAGNOSTICS"
	envDiagnosticsURL = "HOTSPOTTER_DIAGNOSTICS_URL"
	envStartBefore    = "HOTSPOTTER_START_BEFORE"
	envTimeout        = "HOTSPOTTER_TIMEOUT"
	envMaxBytes       = "HOTSPOTTER_MAX_BYTES"
	envStoreAhead     = "HOTSPOTTER_STORE_AHEAD"
	envAttachDelay    = "HOTSPOTTER_ATTACH_DELAY"
	envTerminationLog = "HOTSPOTTER_TERMINATION_LOG"
	envMainClass      = "HOTSPOTTER_PROCESS_MAIN_CLASS"
	envCommandLine    = "HOTSPOTTER_PROCESS_COMMAND_LINE"
	envContainerID    = "HOTSPOTTER_CONTAINER_ID"
	envKernelStacks   = "HOTSPOTTER_KERNEL_STACKS"
	envTargetUID      = "HOTSPOTTER_TARGET_UID"
	envTargetGID      = "HOTSPOTTER_TARGET_GID"
	envJob            = "HOTSPOTTER_JOB"
	envOrdersURL      = "HOTSPOTTER_ORDERS_URL"
)

const defaultTerminationLog = "/dev/termination-log"

// overhead is the time for attaching, stopping and uploading, in addition to the recording.
const overhead = 10 * time.Second

// longestDelay keeps a late start apart from one that is due.
const longestDelay = 10 * time.Second

// Config is one recording's order.
type Config struct {
	Events         []Event
	Duration       time.Duration
	Interval       time.Duration
	Options        Options
	Upload         upload.Destination
	Diagnostics    []Diagnostic
	DiagnosticsTo  upload.Destination  // without a URL if there are no diagnostics
	Orders         *url.URL            // nil for a sidecar without orders
	Authorities    []*x509.Certificate // trusted in addition to the public ones
	StartBefore    time.Time
	StoreAhead     *time.Duration // of the operator's clock; nil if unknown
	AttachDelay    time.Duration  // the wait before the first look at the JVM
	Timeout        time.Duration
	MaxBytes       int64
	TerminationLog string
	MainClass      string         // empty for any
	CommandLine    *regexp.Regexp // nil for any
	ContainerID    string         // empty if the PID namespace has no other container
	Target         *Target        // nil without kernel stacks
	Job            string         // the ProfileJob's namespace and name, if known
}

// Target has the user and group that a root sidecar assumes.
type Target struct{ UID, GID int }

// TerminationLog returns the path of the report, even if the rest of the environment is wrong.
func TerminationLog(getenv func(string) string) string {
	if path := getenv(envTerminationLog); path != "" {
		return path
	}
	return defaultTerminationLog
}

// Read returns the order, or all problems of the environment.
func Read(getenv func(string) string) (Config, error) {
	r := reader{getenv: getenv}
	c := Config{
		Events:         r.events(),
		Duration:       r.duration(envDuration, time.Second, time.Hour),
		Interval:       r.duration(envInterval, time.Millisecond, 10*time.Second),
		Upload:         r.destination(envUploadURL, envUploadForm),
		Orders:         r.optionalURL(envOrdersURL),
		Authorities:    r.authorities(),
		Diagnostics:    r.diagnostics(),
		StartBefore:    r.instant(envStartBefore),
		StoreAhead:     r.difference(envStoreAhead),
		AttachDelay:    r.optionalDuration(envAttachDelay, longestDelay),
		Timeout:        r.duration(envTimeout, overhead, 24*time.Hour),
		MaxBytes:       r.bytes(envMaxBytes),
		TerminationLog: TerminationLog(getenv),
		MainClass:      strings.TrimSpace(getenv(envMainClass)),
		CommandLine:    r.pattern(envCommandLine),
		ContainerID:    r.containerID(),
		Target:         r.target(),
		Job:            getenv(envJob),
	}
	c.Options = r.options(c.Events, c.Interval)
	if c.Diagnostics != nil {
		c.DiagnosticsTo = r.destination(envDiagnosticsURL, envDiagnosticsForm)
	}
	if c.Target != nil && c.Events != nil && !slices.ContainsFunc(c.Events, Event.HasKernelStacks) {
		r.problem("%s is true, add %s to %s, because only it and the counters have kernel stacks",
			envKernelStacks, CPU, envEvents)
	}
	if len(r.problems) == 0 && c.Timeout < c.Duration+overhead {
		r.problem("%s is %v, set it to at least %v (%s and %v to attach and upload)",
			envTimeout, c.Timeout, c.Duration+overhead, envDuration, overhead)
	}
	return c, errors.Join(r.problems...)
}

// reader collects problems, so that one run reports all.
type reader struct {
	getenv   func(string) string
	problems []error
}

func (r *reader) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf(format, args...))
}

func (r *reader) required(name string) (string, bool) {
	value := strings.TrimSpace(r.getenv(name))
	if value == "" {
		r.problem("%s is not set", name)
	}
	return value, value != ""
}

func (r *reader) duration(name string, least, most time.Duration) time.Duration {
	value, ok := r.required(name)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(value)
	if err != nil {
		r.problem("%s is %q, write a duration such as 10ms, 60s or 1h", name, value)
	} else if d < least || d > most {
		r.problem("%s is %v, choose %v to %v", name, d, least, most)
	}
	return d
}

// optionalDuration is zero if it is not set.
func (r *reader) optionalDuration(name string, most time.Duration) time.Duration {
	if strings.TrimSpace(r.getenv(name)) == "" {
		return 0
	}
	return r.duration(name, 0, most)
}

// difference returns the difference of two clocks, which may be negative; nil if there is none.
func (r *reader) difference(name string) *time.Duration {
	text := strings.TrimSpace(r.getenv(name))
	if text == "" {
		return nil
	}
	value, err := time.ParseDuration(text)
	if err != nil {
		r.problem("%s is %q, write a duration such as -10s", name, text)
	}
	return &value
}

func (r *reader) instant(name string) time.Time {
	value, ok := r.required(name)
	if !ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, value)
	if err != nil {
		r.problem("%s is %q, write an RFC 3339 instant such as 2026-03-01T09:30:00Z", name, value)
	}
	return t
}

func (r *reader) bytes(name string) int64 {
	value, ok := r.required(name)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n <= 0 {
		r.problem("%s is %q, write a number of bytes such as 268435456", name, value)
	}
	return n
}
