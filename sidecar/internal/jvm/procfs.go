package jvm

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Procfs is a mounted proc file system; a parameter, so that tests can fake processes.
type Procfs string

func (p Procfs) path(pid int, name string) string {
	return filepath.Join(string(p), strconv.Itoa(pid), name)
}

// Root returns the target's own file system, as this process sees it.
func (p Procfs) Root(pid int) string { return p.path(pid, "root") }

// pids lists all processes but the sidecar's own, in ascending order.
func (p Procfs) pids(own []int) ([]int, error) {
	entries, err := os.ReadDir(string(p))
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && !slices.Contains(own, pid) {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids, nil
}

// strings reads a file of NUL-terminated strings, such as cmdline.
func (p Procfs) strings(pid int, name string) []string {
	content, err := os.ReadFile(p.path(pid, name))
	if err != nil || len(content) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(content), "\x00"), "\x00")
}

// StartTime identifies a process together with its pid, which the kernel reuses; zero for a missing process or a
// zombie.
func (p Procfs) StartTime(pid int) uint64 {
	fields := p.stat(pid)
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return 0
	}
	start, _ := strconv.ParseUint(fields[19], 10, 64)
	return start
}

// Children lists the children of a process, including zombies.
func (p Procfs) Children(parent int) []int {
	pids, _ := p.pids(nil)
	return slices.DeleteFunc(pids, func(pid int) bool {
		fields := p.stat(pid)
		return len(fields) < 2 || fields[1] != strconv.Itoa(parent)
	})
}

// stat returns the fields of a process from its state on; none for a missing process.
func (p Procfs) stat(pid int) []string {
	stat, err := os.ReadFile(p.path(pid, "stat"))
	if err != nil {
		return nil
	}
	// The second field is the command in parentheses, which may contain spaces and parentheses.
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
}

// ticksPerSecond is the unit of times in procfs, the same on all architectures of the sidecar.
const ticksPerSecond = 100

// sinceBoot reads the kernel's clock, because /proc/uptime may be a container's own. It is a variable, so that
// tests can stop it.
var sinceBoot = func() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
		return 0
	}
	return time.Duration(now.Nano())
}

// age returns the time since a process started.
func (p Procfs) age(pid int) time.Duration {
	started := time.Duration(p.StartTime(pid)) * (time.Second / ticksPerSecond)
	return max(0, sinceBoot()-started)
}

// readFile reads a file of the target. No file that the target puts there can block it or fill the memory.
func readFile(root *os.Root, name string) ([]byte, error) {
	const most = 1 << 20
	file, err := root.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return io.ReadAll(io.LimitReader(file, most))
}

// libraries are the mapped files that identify a JVM and its profilers.
type libraries struct {
	hotspot   string
	openJ9    string
	libc      string
	libcFile  string
	profilers []string
}

// Names of C libraries in reports.
const (
	glibc = "glibc"
	musl  = "musl"
)

const deleted = " (deleted)"

// libraries reads the memory map of a process, which requires the same identity as attaching.
func (p Procfs) libraries(pid int) (libraries, error) {
	var found libraries
	file, err := os.Open(p.path(pid, "maps"))
	if err != nil {
		return found, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		slash := strings.IndexByte(lines.Text(), '/')
		if slash < 0 {
			continue
		}
		path := strings.TrimSuffix(lines.Text()[slash:], deleted)
		switch name := filepath.Base(path); {
		case name == "libjvm.so":
			found.hotspot = path
		case strings.HasPrefix(name, "ld-musl-") || strings.HasPrefix(name, "libc.musl-"):
			found.libc, found.libcFile = musl, path
		case found.libc == "" && (name == "libc.so.6" || strings.HasPrefix(name, "libc-2.")):
			found.libc, found.libcFile = glibc, path
		// OpenJ9 also has a libjvm.so, which only forwards to this one.
		case strings.HasPrefix(name, "libj9vm"):
			found.openJ9 = path
		case isProfiler(name) && !slices.Contains(found.profilers, path):
			found.profilers = append(found.profilers, path)
		}
	}
	return found, lines.Err()
}

// isProfiler recognises async-profiler and its forks, with any version or hash in the name.
func isProfiler(name string) bool {
	return strings.HasPrefix(name, "libasyncProfiler") || strings.HasPrefix(name, "libjavaProfiler")
}

func denied(err error) bool { return errors.Is(err, fs.ErrPermission) }

// HasOpen reports whether the process has the file open, by whatever name.
func (p Procfs) HasOpen(pid int, file string) bool {
	wanted, err := os.Stat(file)
	if err != nil {
		return false
	}
	folder := p.path(pid, "fd")
	descriptors, _ := os.ReadDir(folder)
	return slices.ContainsFunc(descriptors, func(descriptor fs.DirEntry) bool {
		info, err := os.Stat(filepath.Join(folder, descriptor.Name()))
		return err == nil && os.SameFile(info, wanted)
	})
}
