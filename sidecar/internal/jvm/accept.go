package jvm

import (
	"bytes"
	"os"
	"regexp"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/report"
)

// interruptible matches the versions of the JDK in which a signal ends a waiting ServerSocket.accept() with an
// exception, as if its time were up (JDK-8237858): 11 before 11.0.22.
var interruptible = regexp.MustCompile(`^11(\.0(\.(1?\d|2[01])(\.\d+)*)?)?$`)

// glibc241 is the name of a version of symbols, which each glibc has from 2.41 on.
const glibc241 = "GLIBC_2.41\x00"

// CheckAccept ensures that no event's signals end a waiting ServerSocket.accept(). Those of other events reach only
// threads that run.
func CheckAccept(procfs Procfs, process Process, events []config.Event) *report.Problem {
	if !interruptible.MatchString(process.Version) {
		return nil
	}
	for _, event := range events {
		if event == config.ContextSwitches || event == config.Wall && !procfs.restartsPoll(process) {
			return report.Refuse(report.JdkTooOld, "the JVM (pid %d) is of JDK %s, in which the signals of %s end a waiting "+
				"ServerSocket.accept() with an exception (JDK-8237858); upgrade to JDK 11.0.22 or later, or record without %[3]s",
				process.PID, process.Version, event)
		}
	}
	return nil
}

// restartsPoll reports whether async-profiler makes up for the bug: with wall, it restarts an interrupted poll() that
// itself makes the system call. That of glibc does until 2.40, that of musl never does.
func (p Procfs) restartsPoll(process Process) bool {
	if process.Libc != glibc {
		return false
	}
	root, err := os.OpenRoot(p.Root(process.PID))
	if err != nil {
		return false
	}
	defer root.Close()
	// Names of versions are near the beginning of a library.
	library, err := readFile(root, process.libcFile[1:])
	return err == nil && !bytes.Contains(library, []byte(glibc241))
}
