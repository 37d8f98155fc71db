package asprof

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/jvm"
)

// Adopt makes this process the parent of killed launchers' children. Otherwise they would stay as zombies under the
// target's PID 1.
func Adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// EndChildren kills and reaps all processes that this one has started or adopted, for the same reason. It may hang
// on a child that cannot be killed now.
func EndChildren(procfs jvm.Procfs) {
	for {
		for _, child := range procfs.Children(os.Getpid()) {
			syscall.Kill(child, syscall.SIGKILL)
		}
		// This process now has the children of the reaped one.
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
