// Package asprof drives async-profiler's launcher.
package asprof

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/identity"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

// Launcher is async-profiler's command-line tool.
type Launcher struct {
	Path     string
	Procfs   jvm.Procfs
	Identity *identity.Identity // nil if the sidecar has the target's own
}

// Start begins a session. The caller must call release, even after an error: it ends the process that opens perf
// events, which the JVM needs during the session.
func (l Launcher) Start(ctx context.Context, s Session) (release func(), err error) {
	if !s.isSafe() {
		return func() {}, report.Fail(report.ProfilerFailed, "the profiler's library is at %s, where the event nativemem "+
			"would end the JVM (pid %d); report this as a bug of Hotspotter", s.Library, s.PID)
	}
	args := startArgs(s)
	if bytes := orderBytes(args); bytes > longestOrder {
		return func() {}, report.Fail(report.ProfilerFailed, "the command to record has up to %d bytes, more than a JVM's "+
			"limit of %d; name fewer or shorter methods for the event trace, or record without jfrSync or some events",
			bytes, longestOrder)
	}
	output, launcher, err := l.run(ctx, s.PID, args, s.Kernel)
	release = func() {
		if s.Kernel && launcher > 0 {
			syscall.Kill(-launcher, syscall.SIGKILL)
			reap(launcher)
		}
	}
	f, failed := errors.AsType[*failure](err)
	counter := slices.IndexFunc(s.Events, config.Event.Counts)
	switch {
	case counter >= 0 && failed:
		return release, explainCounter(s.Events[counter], err, s)
	case failed && s.Kernel && isAboutPerfEvents(f.words):
		return release, perfEventsUnavailable(s.PID, f.words)
	case err == nil && s.Kernel && strings.Contains(output, "Kernel symbols are unavailable"):
		return release, errors.Join(perfEventsUnavailable(s.PID, "the JVM did not get the kernel's symbols"), l.Stop(ctx, s))
	}
	return release, explain(err, s.PID)
}

// Stop ends a session.
func (l Launcher) Stop(ctx context.Context, s Session) error {
	_, _, err := l.run(ctx, s.PID, stopArgs(s), false)
	return explain(err, s.PID)
}

// Busy reports whether the profiler of this library is recording.
func (l Launcher) Busy(ctx context.Context, pid int, library string) (bool, error) {
	output, _, err := l.run(ctx, pid, statusArgs(pid, library), false)
	return strings.Contains(output, "is running"), explain(err, pid)
}

// run returns the launcher's output and pid. On failure it returns a *failure with the last words of the output.
func (l Launcher) run(ctx context.Context, pid int, args []string, perf bool) (string, int, error) {
	output, err := newOutput()
	if err != nil {
		return "", 0, err
	}
	defer output.file.Close()
	command := exec.CommandContext(ctx, l.Path, args...)
	command.Env = []string{}
	command.Stdout, command.Stderr = output.file, output.file
	// The launcher forks, and its child waits for the JVM.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	if err := l.start(command, perf); err != nil {
		return "", 0, &failure{status: -1, words: err.Error(), notStarted: true}
	}
	launcher := command.Process.Pid
	err = command.Wait()
	if err == nil {
		return output.String(), launcher, nil
	}
	if ctx.Err() != nil {
		l.tidy(pid, launcher)
		return "", launcher, &failure{status: -1, words: "no answer in time", timedOut: true}
	}
	return "", launcher, &failure{status: command.ProcessState.ExitCode(), words: words(output.String(), err)}
}

func (l Launcher) start(command *exec.Cmd, perf bool) error {
	if l.Identity == nil {
		return command.Start()
	}
	return l.Identity.Start(command, perf)
}

// tidy reaps the child of a killed launcher and removes the files that the launcher left.
func (l Launcher) tidy(pid, launcher int) {
	reap(launcher)
	trigger := ".attach_pid" + strconv.Itoa(pid)
	remove(filepath.Join(string(l.Procfs), strconv.Itoa(pid), "cwd"), trigger)
	remove(filepath.Join(l.Procfs.Root(pid), "tmp"), trigger)
	remove(filepath.Join(l.Procfs.Root(pid), "tmp"), fmt.Sprintf("asprof-log.%d.%d", launcher, pid))
}

// reap waits for all processes of a killed launcher.
func reap(launcher int) {
	for {
		if _, err := syscall.Wait4(-launcher, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}

func remove(dir, name string) {
	if root, err := os.OpenRoot(dir); err == nil {
		root.Remove(name)
		root.Close()
	}
}
