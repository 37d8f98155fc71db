package jvm

import (
	"bytes"
	"os"
	"regexp"

	"hotspotter.dev/sidecar/internal/report"
)

// interruptible matches the versions of the JDK in which a signal ends a waiting ServerSocket.accept() with an
// exception, as if its time were up (JDK-8237858): 11 before 11.0.22.
var interruptible = regexp.MustCompile(`^11(\.0(\.(1?\d|2[01])(\.\d+)*)?)?$`)

// glibc241 is the name of a version of symbols, which each glibc has from 2.41 on.
const glibc241 = "GLIBC_2.41\x00"

// CheckAccept ensures that the signals of the event wall leave alone a thread that waits in ServerSocket.accept().
func CheckAccept(procfs Procfs, process Process) *report.Problem {
	if !interruptible.MatchString(process.Version) || procfs.restartsPoll(process) {
		return nil
	}
	return report.Refuse(report.JdkTooOld, "the JVM (pid %d) is of JDK %s, in which the signals of wall end a waiting "+
		"ServerSocket.accept() with an exception (JDK-8237858); upgrade to JDK 11.0.22 or later, or record without wall",
		process.PID, process.Version)
}

// restartsPoll reports whether async-profiler makes up for the bug: it restarts an interrupted poll() that itself
// makes the system call. That of glibc does until 2.40, that of musl never does.
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
