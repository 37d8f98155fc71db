package asprof

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

// The launcher leaves a process that serves the JVM's requests for as long as the JVM records.
func TestWhatTheLauncherLeavesRunningHoldsNothingUpAndIsEnded(t *testing.T) {
	if err := Adopt(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "asprof")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n/bin/sleep 600 & echo $! > "+dir+"/child\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	release, err := Launcher{Path: script}.Start(t.Context(), Session{PID: 7, Kernel: true})
	if took := time.Since(began); err != nil || took > time.Minute {
		t.Errorf("took %v, %v", took, err)
	}
	child, err := os.ReadFile(filepath.Join(dir, "child"))
	if err != nil {
		t.Fatal(err)
	}
	process := "/proc/" + strings.TrimSpace(string(child))
	if _, err := os.Stat(process); err != nil {
		t.Errorf("ended too early: %v", err)
	}
	release()
	if _, err := os.Stat(process); !os.IsNotExist(err) {
		t.Errorf("process %s is still there", child)
	}
}

// The sidecar's last act, which may come while a launcher is at work.
func TestAllThatWasStartedIsEndedTogether(t *testing.T) {
	if err := Adopt(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "asprof")
	if err := os.WriteFile(
		script, []byte("#!/bin/sh\n(/bin/sleep 600 & echo $! > "+dir+"/orphan)\n[ $1 = start ] || exec /bin/sleep 600\n"),
		0o755,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := (Launcher{Path: script}).Start(t.Context(), Session{PID: 7, Kernel: true}); err != nil {
		t.Fatal(err)
	}
	orphan, err := os.ReadFile(filepath.Join(dir, "orphan"))
	if err != nil {
		t.Fatal(err)
	}
	working := exec.Command(script, "stop")
	if err := working.Start(); err != nil {
		t.Fatal(err)
	}
	EndChildren("/proc")
	for _, pid := range []string{strings.TrimSpace(string(orphan)), strconv.Itoa(working.Process.Pid)} {
		if _, err := os.Stat("/proc/" + pid); !os.IsNotExist(err) {
			t.Errorf("process %s is still there", pid)
		}
	}
	if left := jvm.Procfs("/proc").Children(os.Getpid()); len(left) > 0 {
		t.Errorf("there are still %v", left)
	}
}

// A launcher that hangs with a child of its own, as the real one does while it waits for a JVM.
func TestAHangingLauncherIsEndedWithAllItStarted(t *testing.T) {
	if err := Adopt(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "asprof")
	if err := os.WriteFile(
		script, []byte("#!/bin/sh\n/bin/sleep 600 & echo $! > "+dir+"/child\nwait\n"), 0o755,
	); err != nil {
		t.Fatal(err)
	}
	procfs := jvm.Procfs(filepath.Join(dir, "proc"))
	litter := []string{"7/cwd/.attach_pid7", "7/root/tmp/.attach_pid7"}
	for _, file := range litter {
		path := filepath.Join(string(procfs), file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := Launcher{Path: script, Procfs: procfs}.Start(ctx, Session{PID: 7})
	if problem, ok := errors.AsType[*report.Problem](err); !ok || problem.Reason != report.AttachFailed {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
	child, err := os.ReadFile(filepath.Join(dir, "child"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(child))); !os.IsNotExist(err) {
		t.Errorf("process %s is still there", child)
	}
	for _, file := range litter {
		if _, err := os.Stat(filepath.Join(string(procfs), file)); !os.IsNotExist(err) {
			t.Errorf("%s is still there", file)
		}
	}
}
