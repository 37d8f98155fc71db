package session

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/asprof"
	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

func limitDescriptors(t *testing.T, pid int, limit uint64) {
	t.Helper()
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: limit, Max: 4096}, nil); err != nil {
		t.Fatal(err)
	}
}

func TestAJvmWithoutDescriptorsIsToldToStopWhenItHasSomeOrMust(t *testing.T) {
	const timeout = 700 * time.Millisecond
	for name, test := range map[string]struct {
		end       ending
		limit     uint64
		terminate <-chan struct{}
		most      int64
		during    func(t *testing.T, pid int)
		want      ending
		waits     bool // until the profiler's own timeout
	}{
		"at once if it has some":             {end: completed, limit: 1024, most: 9, want: completed},
		"at its timeout":                     {end: completed, limit: 4, most: 9, want: completed, waits: true},
		"at its timeout, though ordered":     {end: stopped, limit: 4, most: 9, want: stopped, waits: true},
		"at once if its pod ends":            {end: terminated, limit: 4, most: 9, want: terminated},
		"as soon as its pod ends":            {end: completed, limit: 4, most: 9, terminate: closed(), want: terminated},
		"at once if the recording is big":    {end: tooBig, limit: 4, most: 9, want: tooBig},
		"as soon as the recording is big":    {end: completed, limit: 4, most: -1, want: tooBig},
		"not at all if it has ended":         {end: jvmExited, limit: 4, most: 9, want: jvmExited},
		"not at all if it ends meanwhile":    {end: completed, limit: 4, most: 9, during: kill, want: jvmExited},
		"as soon as it has some descriptors": {end: completed, limit: 4, most: 9, during: free, want: completed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := target(t)
			pid := command.Process.Pid
			limitDescriptors(t, pid, test.limit)
			began := time.Now()
			patience := timeout
			if !test.waits {
				patience = time.Minute
			}
			if test.during != nil {
				time.AfterFunc(timeout/2, func() { test.during(t, pid) })
			}
			s := Session{Procfs: procfs, Terminate: test.terminate, Config: config.Config{MaxBytes: test.most}}
			end := s.awaitDescriptors(
				test.end, began, jvm.Process{JVM: report.JVM{PID: pid}}, procfs.StartTime(pid), asprof.Session{Timeout: patience},
			)
			waited := time.Since(began)
			if end != test.want || waited > 30*time.Second || test.waits && waited < timeout {
				t.Errorf("ending %v after %v", end, waited)
			}
		})
	}
}

func kill(_ *testing.T, pid int) { unix.Kill(pid, unix.SIGKILL) }

func free(t *testing.T, pid int) { limitDescriptors(t, pid, 1024) }
