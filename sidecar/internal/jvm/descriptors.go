package jvm

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// fewestSpare is the least number of file descriptors left to the application.
const fewestSpare = 64

// fewestToAttach is the least number of free file descriptors for a connection to the JVM's attach socket. HotSpot's
// attach listener ends if it cannot accept the next one, and then the JVM answers neither jcmd nor a profiler until
// its restart. Loading the library and writing the recording take some, and the application shall keep a few.
const fewestToAttach = 16

// CheckFreeDescriptors ensures that a connection to the JVM's attach socket is harmless.
func CheckFreeDescriptors(procfs Procfs, pid int) *report.Problem {
	limit, limited := procfs.openFilesLimit(pid)
	open, err := procfs.openFiles(pid)
	if !limited || err != nil || limit-open >= fewestToAttach {
		return nil
	}
	return report.Refuse(report.TooFewFileDescriptors,
		"the JVM (pid %d) may open %d more files (limit %d), but attaching needs %d: without them, it would answer neither "+
			"a profiler nor jcmd until its restart; raise the target's limit of open files (ulimit -n), or look for files and "+
			"connections that the application does not close", pid, max(0, limit-open), limit, fewestToAttach)
}

// CheckDescriptors ensures that perf events leave the application enough file descriptors: the profiler holds one
// of the JVM's per thread. Without free ones, the application cannot open files or accept connections, and threads
// without a descriptor are not sampled. Unless perf events are certain, it asks the kernel whether the profiler
// could use them.
func CheckDescriptors(procfs Procfs, process Process, certain bool) *report.Problem {
	if !certain && !procfs.perfEventsAllowed(process.status) {
		return nil
	}
	limit, limited := procfs.openFilesLimit(process.PID)
	if !limited {
		return nil
	}
	open, err := procfs.openFiles(process.PID)
	if err != nil {
		return nil
	}
	threads := process.status.threads
	needed := threads + spare(threads, open)
	if limit-open >= needed {
		return nil
	}
	return report.Refuse(report.TooFewFileDescriptors,
		"the JVM (pid %d) may open %d more files (limit %d), but perf events for its "+
			"%d threads need %d, with a reserve for the application; raise the target's limit of open files (ulimit -n), "+
			"or record ctimer instead of cpu, without kernelStacks", process.PID, max(0, limit-open), limit, threads, needed)
}

// spare returns a reserve for new threads, which take descriptors too, and for files that the application opens
// meanwhile. Both grow with the current numbers: a quarter is more than a recording's time should need.
func spare(threads, open int) int { return max(fewestSpare, (threads+open)/4) }

// perfEventsAllowed applies the kernel's own rule for a process that also counts kernel time, as the profiler does.
// The sidecar cannot try it itself: its seccomp profile may differ from the target's, which is unreadable. So a
// target whose profile forbids perf events may be refused in vain, but only if it is short of descriptors.
func (p Procfs) perfEventsAllowed(target status) bool {
	const forEverybody = 1
	if target.effective&(1<<unix.CAP_PERFMON|1<<unix.CAP_SYS_ADMIN) != 0 {
		return true
	}
	content, err := os.ReadFile(filepath.Join(string(p), "sys/kernel/perf_event_paranoid"))
	if err != nil {
		return false // a kernel without perf events lacks this file
	}
	level, err := strconv.Atoi(strings.TrimSpace(string(content)))
	return err != nil || level <= forEverybody
}

// openFilesLimit returns the soft limit. The profiler would raise it to the hard limit, but HotSpot has already
// done so unless forbidden.
func (p Procfs) openFilesLimit(pid int) (int, bool) {
	content, err := os.ReadFile(p.path(pid, "limits"))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(content)) {
		if values, ok := strings.CutPrefix(line, "Max open files"); ok {
			soft, _, _ := strings.Cut(strings.TrimSpace(values), " ")
			limit, err := strconv.ParseUint(soft, 10, 64)
			return int(min(limit, math.MaxInt)), err == nil
		}
	}
	return 0, false
}

func (p Procfs) openFiles(pid int) (int, error) {
	dir, err := os.Open(p.path(pid, "fd"))
	if err != nil {
		return 0, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	return len(names), err
}
