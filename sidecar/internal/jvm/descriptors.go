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

// fewestSpare is how many file descriptors the application keeps for itself at least.
const fewestSpare = 64

// CheckDescriptors makes sure that perf events leave the application enough file descriptors: the profiler holds one of
// the JVM's for each of its threads. If they run out, the application can neither open a file nor accept a connection, and the
// threads that got none are not sampled. Unless perf events are certain, it asks the kernel whether the profiler could use them.
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
	return report.Refuse(report.TooFewFileDescriptors, "The JVM (pid %d) may open %d more files (limit %d), but perf events take one for "+
		"each of its %d threads, which needs %d with what the application must have left: raise the limit of open files (ulimit -n) of "+
		"the target, or record ctimer instead of cpu, without kernelStacks.", process.PID, max(0, limit-open), limit, threads, needed)
}

// spare is for the threads that start during the recording, which take descriptors too, and for what the application
// itself opens meanwhile. Both grow with what there is already: a quarter of it is more than a recording's time should bring.
func spare(threads, open int) int { return max(fewestSpare, (threads+open)/4) }

// perfEventsAllowed is the kernel's own rule for a process that wants to count the kernel's time as well, as the profiler
// does. The sidecar cannot just try for itself: its seccomp profile may forbid what the target's allows, and the target's
// cannot be read. A target whose profile forbids it may thus be refused in vain, but only if it is short of descriptors.
func (p Procfs) perfEventsAllowed(target status) bool {
	const forEverybody = 1
	if target.effective&(1<<unix.CAP_PERFMON|1<<unix.CAP_SYS_ADMIN) != 0 {
		return true
	}
	content, err := os.ReadFile(filepath.Join(string(p), "sys/kernel/perf_event_paranoid"))
	if err != nil {
		return false // a kernel without perf events has no such file
	}
	level, err := strconv.Atoi(strings.TrimSpace(string(content)))
	return err != nil || level <= forEverybody
}

// openFilesLimit is the soft limit. The profiler would raise it to the hard one, but so has HotSpot unless it was forbidden to.
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
