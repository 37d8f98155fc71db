package asprof

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/jvm"
)

// Adopt makes children of killed launchers ours to reap: they would stay as zombies under the target's PID 1.
func Adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// EndChildren kills and reaps whatever this process has started or adopted, for the same reason. It may hang with a child
// that cannot be killed at the moment.
func EndChildren(procfs jvm.Procfs) {
	for {
		for _, child := range procfs.Children(os.Getpid()) {
			syscall.Kill(child, syscall.SIGKILL)
		}
		// The children of the one that is reaped are ours now.
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
