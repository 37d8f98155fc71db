package jvm

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Procfs is a mounted proc file system; it is a parameter so that tests can lay out processes of their own.
type Procfs string

func (p Procfs) path(pid int, name string) string {
	return filepath.Join(string(p), strconv.Itoa(pid), name)
}

// Root is the target's own file system, as seen from here.
func (p Procfs) Root(pid int) string { return p.path(pid, "root") }

// pids lists all processes but the one that asks, in ascending order.
func (p Procfs) pids(self int) ([]int, error) {
	entries, err := os.ReadDir(string(p))
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != self {
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

// StartTime identifies a process beyond its pid, which the kernel reuses; it is zero when the process is gone or a zombie.
func (p Procfs) StartTime(pid int) uint64 {
	stat, err := os.ReadFile(p.path(pid, "stat"))
	if err != nil {
		return 0
	}
	// The second field is the command in parentheses, which may itself contain blanks and parentheses.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return 0
	}
	start, _ := strconv.ParseUint(fields[19], 10, 64)
	return start
}

// libraries are the mapped files that tell whether a process is a JVM and who profiles it.
type libraries struct {
	hotspot   string
	openJ9    string
	profilers []string
}

const deleted = " (deleted)"

// libraries reads the maps of a process; reading them needs the same identity that attaching needs.
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
		// OpenJ9 ships a libjvm.so too, which only forwards to this one.
		case strings.HasPrefix(name, "libj9vm"):
			found.openJ9 = path
		case isProfiler(name) && !slices.Contains(found.profilers, path):
			found.profilers = append(found.profilers, path)
		}
	}
	return found, lines.Err()
}

// isProfiler recognises async-profiler and its forks, whatever version or hash their owners add to the name.
func isProfiler(name string) bool {
	return strings.HasPrefix(name, "libasyncProfiler") || strings.HasPrefix(name, "libjavaProfiler")
}

func denied(err error) bool { return errors.Is(err, fs.ErrPermission) }
