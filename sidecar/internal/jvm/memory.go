package jvm

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"hotspotter.dev/sidecar/internal/report"
)

// The most memory that a recording takes from the target, so that no profiled container is killed. Loading the
// library for the first time costs the JVM up to 18 MiB, which it keeps; a further recording costs 2 MiB at most, or
// once 10 MiB for the kernel's symbols. The sidecar's 15 MB and the launcher count for the pod, not for the target's
// container. But in a pod with one container, the usual case, the pod's limit is that container's. The rest is room
// for the application meanwhile.
const (
	firstTime = 40 << 20
	again     = 20 << 20
)

// checkMemory compares the free memory with the cost of the recording; without a limit there is nothing to compare.
func checkMemory(process Process, library string, extra int64) *report.Problem {
	if process.FreeMemoryBytes == nil {
		return nil
	}
	needed := neededMemory(process, library, extra)
	if *process.FreeMemoryBytes >= needed {
		return nil
	}
	otherwise := ""
	if extra > 0 {
		otherwise = ", or record without spec.recording.jfrSync"
	}
	return report.Refuse(report.NotEnoughMemory,
		"the container of the JVM (pid %d) has %d MiB left below its memory limit, but a "+
			"recording needs %d MiB; raise resources.limits.memory, or make the heap smaller%s",
		process.PID, *process.FreeMemoryBytes>>20, needed>>20, otherwise)
}

func neededMemory(process Process, library string, extra int64) int64 {
	if slices.Contains(process.Profilers, library) {
		return again + extra
	}
	return firstTime + extra
}

// The memory of an answer, which the JVM completes before it sends it: for each thread twice the text of a deep
// stack, because a growing buffer is doubled; and the table of all classes.
const (
	perThread  = 16 << 10
	forClasses = 16 << 20
)

// CheckAnswers returns the reason not to ask a JVM for diagnostics: too little free memory in its container.
func CheckAnswers(procfs Procfs, pid int) error {
	status, err := procfs.status(pid)
	if err != nil {
		return errors.New("the JVM has ended")
	}
	free, needed := procfs.freeMemory(pid), int64(forClasses+status.threads*perThread)
	if free == nil || *free >= needed {
		return nil
	}
	return fmt.Errorf("the container has %d MiB left below its memory limit, but the answers of a JVM with %d threads "+
		"may take %d MiB; raise resources.limits.memory", *free>>20, status.threads, needed>>20)
}

// memoryFiles are the names of the memory files in a version of cgroups.
type memoryFiles struct {
	mount, limit, usage, cache string
}

var (
	memoryV1 = memoryFiles{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
	memoryV2 = memoryFiles{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
)

// freeMemory returns the bytes that the process' container may still use; nil without a visible limit.
func (p Procfs) freeMemory(pid int) *int64 {
	files, cgroup := p.memoryCgroup(pid)
	root, err := os.OpenRoot(p.Root(pid))
	if err != nil {
		return nil
	}
	defer root.Close()
	// A container usually sees its own cgroup at the mount, under any path; then the levels above are hidden as
	// well.
	dir := path.Join(files.mount, cgroup)
	if _, err := root.Stat(path.Join(dir, files.limit)); err != nil {
		dir = files.mount
	}
	least := int64(math.MaxInt64)
	for ; strings.HasPrefix(dir, files.mount); dir = path.Dir(dir) {
		least = min(least, files.free(root, dir))
	}
	if least == math.MaxInt64 {
		return nil
	}
	return &least
}

// memoryCgroup returns the cgroup that counts the process' memory, relative to the mount.
func (p Procfs) memoryCgroup(pid int) (memoryFiles, string) {
	content, err := os.ReadFile(p.path(pid, "cgroup"))
	if err != nil {
		return memoryV2, "/"
	}
	unified := "/"
	for line := range strings.Lines(string(content)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		for controller := range strings.SplitSeq(fields[1], ",") {
			if controller == "memory" {
				return memoryV1, path.Clean("/" + fields[2])
			}
		}
		if fields[0] == "0" {
			unified = path.Clean("/" + fields[2])
		}
	}
	return memoryV2, unified
}

// free returns the free bytes of one cgroup. Like the kubelet, it counts droppable cache as free.
func (f memoryFiles) free(root *os.Root, dir string) int64 {
	// Version 1 writes "unlimited" as a number beyond any machine's memory.
	const unlimited = 1 << 60
	limit, ok := number(root, path.Join(dir, f.limit))
	usage, ok2 := number(root, path.Join(dir, f.usage))
	if !ok || !ok2 || limit >= unlimited {
		return math.MaxInt64
	}
	return max(0, limit-max(0, usage-f.inactive(root, dir)))
}

func (f memoryFiles) inactive(root *os.Root, dir string) int64 {
	content, err := readFile(root, path.Join(dir, "memory.stat"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(content)) {
		if name, value, _ := strings.Cut(strings.TrimSpace(line), " "); name == f.cache {
			bytes, _ := strconv.ParseInt(value, 10, 64)
			return bytes
		}
	}
	return 0
}

func number(root *os.Root, name string) (int64, bool) {
	content, err := readFile(root, name)
	if err != nil {
		return 0, false
	}
	value, err := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
	return value, err == nil
}
