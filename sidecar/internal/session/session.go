// Package session is the flow of one recording: probe, install, start, wait, stop, upload, report.
package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"hotspotter.dev/sidecar/internal/asprof"
	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/handover"
	"hotspotter.dev/sidecar/internal/install"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/orders"
	"hotspotter.dev/sidecar/internal/report"
)

const (
	// attachLimit gives a busy JVM more than the six seconds that the launcher waits for the socket.
	attachLimit = 15 * time.Second
	stopLimit   = 10 * time.Second
	// reserve is the part of the sidecar's life for stopping and uploading.
	reserve = 5 * time.Second
	// grace is the extra time that the profiler records after its sidecar was killed.
	grace = 15 * time.Second
	// accuracy is the smallest difference between two clocks that the store's answers show.
	accuracy = 3 * time.Second
	// firstLook is the longest wait for the first look at the operator's order.
	firstLook = 5 * time.Second
)

// Session has the parameters and tools of one recording.
type Session struct {
	Config    config.Config
	Deadline  time.Time
	Library   *install.Library
	Launcher  asprof.Launcher
	Procfs    jvm.Procfs
	Self      int             // the sidecar's process, through which the JVM reaches the sidecar's file system
	Others    []int           // the sidecar's other processes
	Output    string          // the recording, in the sidecar's file system
	Place     *handover.Place // first place of the JVM's own recorder's output
	Terminate <-chan struct{}
	Stop      *orders.Stop // the operator's order to end the recording
}

// Run records and uploads. It always returns a report by the deadline and leaves no recording behind.
func (s Session) Run() report.Report {
	ctx, cancel := context.WithDeadline(context.Background(), s.Deadline)
	defer cancel()
	result := report.New()
	if err := s.run(ctx, result); err != nil {
		result.Conclude(report.AsProblem(err, report.ProfilerFailed))
	}
	return *result
}

func (s Session) run(ctx context.Context, result *report.Report) error {
	late := time.Since(s.Config.StartBefore)
	s.awaitTurn()
	s.awaitFirstLook()
	if late = s.byTheOperatorsClock(late); late > 0 {
		return report.Refuse(report.StartedTooLate, "the container started %v too late to record together with the others; "+
			"check whether the node pulls images or starts containers slowly, and its clock, and create a new ProfileJob",
			late.Round(time.Second))
	}
	process, err := s.probe(ctx, result)
	if err != nil {
		return err
	}
	if err := s.Library.Into(s.Procfs.Root(process.PID)); err != nil {
		return err
	}
	defer os.Remove(s.Output)
	end, err := s.record(ctx, process, result)
	if err != nil {
		result.Recording = nil
		return err
	}
	if err := s.describe(end, result); err != nil {
		return err
	}
	return s.deliver(ctx, end, process, result)
}

// byTheOperatorsClock corrects a delay for the difference between the clocks of node and operator. Both compare their
// clocks with the store's; a sidecar whose store does not answer must trust the node's.
func (s Session) byTheOperatorsClock(late time.Duration) time.Duration {
	store := s.Stop.StoreAhead()
	if store == nil || s.Config.StoreAhead == nil {
		return late
	}
	ahead := *s.Config.StoreAhead - *store
	if ahead.Abs() < accuracy {
		return late
	}
	return late - ahead
}

// probe finds the JVM and ensures that recording it is harmless.
func (s Session) probe(ctx context.Context, result *report.Report) (jvm.Process, error) {
	wanted := jvm.Wanted{
		ContainerID: s.Config.ContainerID, MainClass: s.Config.MainClass, CommandLine: s.Config.CommandLine,
	}
	process, err := jvm.Find(s.Procfs, wanted, append([]int{s.Self}, s.Others...)...)
	if err != nil {
		return process, err
	}
	result.JVM = &process.JVM
	slog.Info("found JVM", "pid", process.PID, "vm", process.VM, "version", process.Version,
		"main", process.MainClass, "libc", process.Libc)
	if err := jvm.Check(
		s.Procfs, s.Self, process, install.Prefix, s.Library.Path(), s.Config.Options.ExtraMemory(),
	); err != nil {
		return process, err
	}
	if problem := jvm.CheckAccept(s.Procfs, process, s.Config.Events); problem != nil {
		return process, problem
	}
	if s.withRecorder() {
		if problem := jvm.CheckRoom(s.Procfs, process, s.Library.Path(), s.Config.Options.ExtraMemory()); problem != nil {
			return process, problem
		}
	}
	if slices.ContainsFunc(s.Config.Events, config.Event.HasKernelStacks) {
		if problem := jvm.CheckDescriptors(s.Procfs, process, s.Config.Target != nil); problem != nil {
			return process, problem
		}
	}
	if s.terminated() {
		return process, report.Refuse(report.Interrupted,
			"the pod was stopped before the recording began; create a new ProfileJob")
	}
	if s.Stop.IsGiven() {
		return process, report.Refuse(report.Interrupted,
			"%s before the recording began; create a new ProfileJob", s.Stop.Reason())
	}
	// Earlier versions of the sidecar left their own copies of the library, which do not know this one.
	for _, library := range process.Profilers {
		if library == s.Library.Path() {
			continue
		}
		if busy, err := s.Launcher.Busy(ctx, process.PID, library); err != nil {
			return process, err
		} else if busy {
			return process, report.Refuse(report.ProfilerBusy, "the JVM (pid %d) is being recorded by %s; "+
				"wait until that recording is over", process.PID, library)
		}
	}
	return process, nil
}

// record runs the profiler for the ordered time, or as long as possible.
func (s Session) record(ctx context.Context, process jvm.Process, result *report.Report) (ending, error) {
	order := asprof.Session{
		PID:     process.PID,
		Library: s.Library.Path(),
		Output:  fmt.Sprintf("/proc/%d/root%s", s.Self, s.Output),
		Events:  s.Config.Events,
		Options: s.Config.Options,
		Timeout: s.Config.Duration + grace,
		Kernel:  s.Config.Target != nil,
	}
	if s.withRecorder() {
		if err := s.prepareRecorder(process, &order); err != nil {
			return completed, err
		}
		defer s.Place.Clear()
	}
	born := s.Procfs.StartTime(process.PID)
	attach := time.Now()
	var release func()
	if s.withRecorder() {
		s.Place.Busy()
	}
	err := s.within(ctx, attachLimit, func(ctx context.Context) (err error) {
		release, err = s.Launcher.Start(ctx, order)
		return err
	})
	defer release()
	if err != nil && s.withRecorder() && isRefused(err) {
		s.Place.Free()
	}
	result.Timings.AttachMillis = time.Since(attach).Milliseconds()
	// Another sidecar may have attached to another JVM meanwhile, which then has a socket of the same name.
	if problem := jvm.CheckSocket(s.Procfs, process); problem != nil {
		problem.Outcome = report.OutcomeFailed
		return completed, problem
	}
	if err != nil {
		return completed, err
	}
	started := time.Now()
	if s.withRecorder() {
		s.Place.Sweep()
	}
	slog.Info("recording", "events", s.Config.Events, "interval", s.Config.Interval, "duration", s.Config.Duration)
	end := s.awaitDescriptors(s.wait(started, process, born, order.Output), started, process, born, order)
	recorded := min(time.Since(started), order.Timeout)
	result.Timings.RecordMillis = recorded.Milliseconds()
	// Also if the clock was set meanwhile, the times are as far apart as the recording was long.
	result.Recording = &report.Recording{
		StartTime: report.Timestamp{Time: started}, EndTime: report.Timestamp{Time: started.Add(recorded)},
		Truncated: end != completed,
	}
	if end != jvmExited {
		err = s.stop(ctx, order, started)
		if err != nil && s.Procfs.StartTime(process.PID) != born {
			end, err = jvmExited, nil
		}
	}
	if err == nil && s.withRecorder() {
		err = s.takeOver(ctx, end)
	}
	return end, err
}

// stop ends the profiler's session, unless that has ended by its own timeout: then the profiler may serve others,
// whose session must continue.
func (s Session) stop(ctx context.Context, order asprof.Session, started time.Time) error {
	if time.Since(started) >= order.Timeout {
		return s.awaitFile(ctx, order)
	}
	return s.within(ctx, stopLimit, func(ctx context.Context) error { return s.Launcher.Stop(ctx, order) })
}

// isRefused reports whether the profiler said that it does not record. A JVM without an answer may have begun.
func isRefused(err error) bool {
	reason := report.AsProblem(err, report.ProfilerFailed).Reason
	return reason != report.AttachFailed && reason != report.PerfEventsUnavailable
}

func (s Session) within(ctx context.Context, limit time.Duration, act func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return act(ctx)
}

// describe measures the finished file.
func (s Session) describe(end ending, result *report.Report) error {
	size, sum, err := measure(s.Output)
	result.Recording.Bytes, result.Recording.SHA256 = size, sum
	if err == nil && size > 0 {
		return nil
	}
	result.Recording = nil
	switch {
	case end == jvmExited:
		return report.Fail(report.JvmExited,
			"the JVM ended and left no recording; find out why it ended, and create a new ProfileJob")
	case err == nil || errors.Is(err, fs.ErrNotExist):
		return report.Fail(report.RecordingLost, "the profiler wrote no recording; check whether the node's disk is full, "+
			"and read the target's own log")
	default:
		return report.Fail(report.RecordingLost,
			"the recording cannot be read: %v; check whether the node's disk is damaged, and create a new ProfileJob", err)
	}
}

// deliver uploads the file, writes the outcome, and then gets the diagnostics.
func (s Session) deliver(ctx context.Context, end ending, process jvm.Process, result *report.Report) error {
	slog.Info("uploading", "bytes", result.Recording.Bytes, "host", s.Config.Upload.URL.Host)
	began := time.Now()
	err := s.upload(ctx)
	result.Timings.UploadMillis = time.Since(began).Milliseconds()
	recorded := time.Duration(result.Timings.RecordMillis) * time.Millisecond
	if end == jvmExited {
		fate := "the partial recording is uploaded"
		if err != nil {
			fate = "the partial recording is lost"
		}
		return report.Fail(report.JvmExited,
			"the JVM (pid %d) ended %v into the recording, and %s; find out why it ended, and create a new ProfileJob",
			process.PID, recorded.Round(100*time.Millisecond), fate)
	}
	if err != nil {
		return err
	}
	result.Outcome, result.Reason = report.OutcomeRecorded, report.Recorded
	result.Message = s.summary(end, recorded, result.Recording.Bytes)
	result.Diagnostics = s.diagnose(ctx, end, process)
	return nil
}
