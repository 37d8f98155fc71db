// Package asprof drives async-profiler's launcher.
package asprof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

// Launcher is async-profiler's command-line tool.
type Launcher struct {
	Path   string
	Procfs jvm.Procfs
}

// rejected is the exit status with which the launcher passes on the profiler's own refusal.
const rejected = 200

// Adopt makes children of killed launchers ours to reap: they would stay as zombies under the target's PID 1.
func Adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// Start begins a session.
func (l Launcher) Start(ctx context.Context, s Session) error {
	_, err := l.run(ctx, s.PID, startArgs(s))
	return explain(err, s.PID)
}

// Stop ends a session.
func (l Launcher) Stop(ctx context.Context, s Session) error {
	_, err := l.run(ctx, s.PID, stopArgs(s))
	return explain(err, s.PID)
}

// Busy tells whether the profiler that is loaded from library is recording.
func (l Launcher) Busy(ctx context.Context, pid int, library string) (bool, error) {
	output, err := l.run(ctx, pid, statusArgs(pid, library))
	return strings.Contains(output, "is running"), explain(err, pid)
}

// failure is a launcher that did not end well.
type failure struct {
	status   int // -1 if it was killed
	words    string
	timedOut bool
}

func (f *failure) Error() string { return f.words }

// run returns what the launcher printed on success, and a *failure with its last words otherwise.
func (l Launcher) run(ctx context.Context, pid int, args []string) (string, error) {
	var output bytes.Buffer
	command := exec.CommandContext(ctx, l.Path, args...)
	command.Env = []string{}
	command.Stdout, command.Stderr = &output, &output
	// The launcher forks, and the child is the one that waits for the JVM.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	err := command.Run()
	if err == nil {
		return output.String(), nil
	}
	if command.Process == nil {
		return "", &failure{status: -1, words: err.Error()}
	}
	if ctx.Err() != nil {
		l.tidy(pid, command.Process.Pid)
		return "", &failure{status: -1, words: "no answer in time", timedOut: true}
	}
	return "", &failure{status: command.ProcessState.ExitCode(), words: words(output.String(), err)}
}

// tidy reaps the child of a killed launcher and removes the files that the launcher would have removed.
func (l Launcher) tidy(pid, launcher int) {
	for {
		if _, err := syscall.Wait4(-launcher, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	trigger := ".attach_pid" + strconv.Itoa(pid)
	remove(filepath.Join(string(l.Procfs), strconv.Itoa(pid), "cwd"), trigger)
	remove(filepath.Join(l.Procfs.Root(pid), "tmp"), trigger)
	remove(filepath.Join(l.Procfs.Root(pid), "tmp"), fmt.Sprintf("asprof-log.%d.%d", launcher, pid))
}

func remove(dir, name string) {
	if root, err := os.OpenRoot(dir); err == nil {
		root.Remove(name)
		root.Close()
	}
}

// words is what the launcher or the profiler had to say, in one line.
func words(output string, err error) string {
	var lines []string
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "[ERROR]")); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return err.Error()
	}
	return strings.Join(lines, "; ")
}

// explain turns a launcher's failure into what the user can do about it.
func explain(err error, pid int) error {
	f, ok := errors.AsType[*failure](err)
	switch {
	case !ok:
		return err
	case strings.Contains(f.words, "already started"):
		return report.Refuse(report.ProfilerBusy, "The JVM (pid %d) is being recorded already: wait until that recording is over.", pid)
	case strings.Contains(f.words, "Dynamic agent loading is not enabled"):
		return report.Fail(report.AttachDisabled, "The JVM (pid %d) was started with -XX:-EnableDynamicAgentLoading: "+
			"remove that option and restart the pod.", pid)
	case f.status == rejected:
		return report.Fail(report.ProfilerFailed, "The profiler in the JVM (pid %d) refused: %s. "+
			"Choose other events, or install what it asks for.", pid, f.words)
	case strings.Contains(f.words, "was not loaded"):
		return report.Fail(report.AttachFailed, "The JVM (pid %d) cannot load the profiler's library: %s. Check that no security "+
			"module forbids executing from the target's /tmp.", pid, f.words)
	case f.timedOut:
		return report.Fail(report.AttachFailed, "The JVM (pid %d) did not accept the profiler: %s. Check that it is not frozen "+
			"and gets CPU time.", pid, f.words)
	default:
		return report.Fail(report.AttachFailed, "The JVM (pid %d) did not accept the profiler: %s. Check that nothing deletes "+
			"/tmp/.java_pid%d in the target and that the JVM is not frozen, or restart the pod.", pid, f.words, pid)
	}
}
