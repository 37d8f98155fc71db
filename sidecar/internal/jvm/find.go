// Package jvm finds the JVM to record, and predicts problems without touching it.
package jvm

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"hotspotter.dev/sidecar/internal/report"
)

// Names of virtual machines in reports.
const (
	hotSpot     = "HotSpot"
	openJ9      = "OpenJ9"
	nativeImage = "NativeImage"
)

// A process that a JVM starts is a copy of the JVM for a moment. So several JVMs are checked again before they
// count as ambiguous.
const (
	looks        = 10
	betweenLooks = 50 * time.Millisecond
)

// pause is a variable, so that tests can act during it.
var pause = time.Sleep

// Process is a JVM in this PID namespace.
type Process struct {
	report.JVM
	Profilers []string // loaded profiler libraries
	libcFile  string
	status    status
	command   commandLine
}

// Find returns the wanted JVM, beside the sidecar's own processes, or the reason why there is not exactly one.
func Find(procfs Procfs, wanted Wanted, own ...int) (Process, error) {
	pids, err := procfs.pids(own)
	if err != nil {
		return Process{}, report.Refuse(report.NoJvmFound,
			"the container's processes cannot be listed: %v; mount /proc in it", err)
	}
	pids, err = wanted.inContainer(procfs, pids)
	if err != nil {
		return Process{}, err
	}
	found, hidden := procfs.jvms(pids)
	if len(found) == 0 {
		return procfs.nativeImage(pids, procfs.noneFound(own, len(pids), hidden))
	}
	matching := wanted.among(found)
	for look := 1; look < looks && len(matching) > 1; look++ {
		pause(betweenLooks)
		still, _ := procfs.jvms(pidsOf(matching))
		matching = wanted.among(still)
	}
	switch len(matching) {
	case 1:
		return matching[0], nil
	case 0:
		return Process{}, wanted.unmatched(found)
	default:
		return Process{}, ambiguous(matching)
	}
}

// jvms returns the JVMs among some processes, and the processes that the sidecar may not inspect.
func (p Procfs) jvms(pids []int) (found []Process, hidden []int) {
	for _, pid := range pids {
		libs, err := p.libraries(pid)
		switch {
		case denied(err):
			hidden = append(hidden, pid)
		case err == nil && libs.openJ9 != "":
			found = append(found, p.process(pid, openJ9, libs.openJ9, libs)...)
		case err == nil && libs.hotspot != "":
			found = append(found, p.process(pid, hotSpot, libs.hotspot, libs)...)
		}
	}
	return found, hidden
}

// process describes a process; empty if it has ended meanwhile.
func (p Procfs) process(pid int, vm, library string, libs libraries) []Process {
	status, err := p.status(pid)
	if err != nil {
		return nil
	}
	command := p.commandLine(pid)
	uid, _ := strconv.Atoi(status.uids[1])
	gid, _ := strconv.Atoi(status.gids[1])
	exact, _ := command.flag("DebugNonSafepoints")
	return []Process{{
		JVM: report.JVM{
			PID: pid, VM: vm, Version: p.version(pid, library), MainClass: brief(command.mainClass),
			UID: uid, GID: gid, Libc: libs.libc, AgeSeconds: int64(p.age(pid).Seconds()), FreeMemoryBytes: p.freeMemory(pid),
			DebugNonSafepoints: exact,
		},
		Profilers: libs.profilers,
		libcFile:  libs.libcFile,
		status:    status,
		command:   command,
	}}
}

// version reads the JDK's release file, some folders above the VM's library.
func (p Procfs) version(pid int, library string) string {
	root, err := os.OpenRoot(p.Root(pid))
	if err != nil {
		return ""
	}
	defer root.Close()
	for dir := filepath.Dir(library); dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		content, err := readFile(root, filepath.Join(dir, "release")[1:])
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(content)) {
			if value, ok := strings.CutPrefix(line, "JAVA_VERSION="); ok {
				return brief(strings.Trim(strings.TrimSpace(value), `"`))
			}
		}
	}
	return ""
}

// brief limits a process' text about itself, because all must fit into the report.
func brief(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}

// noneFound distinguishes a container without a JVM from one whose JVM the sidecar may not inspect.
func (p Procfs) noneFound(own []int, processes int, hidden []int) error {
	for _, pid := range hidden {
		args := p.strings(pid, "cmdline")
		if len(args) == 0 || filepath.Base(args[0]) != "java" {
			continue
		}
		why := "cannot be inspected although it has the sidecar's identity; check whether SELinux or AppArmor confines it"
		ours, err := p.status(own[0])
		theirs, err2 := p.status(pid)
		if err == nil && err2 == nil {
			if difference := mismatch(ours, theirs); difference != "" {
				why = difference
			}
		}
		return report.Refuse(report.IdentityMismatch, "the JVM (pid %d) %s", pid, why)
	}
	unseen, otherwise := "", ""
	if len(hidden) > 0 {
		unseen = fmt.Sprintf(", and %d belong to another user, so the sidecar cannot inspect them", len(hidden))
		otherwise = ", or, if one of those is the JVM, set runAsUser and runAsGroup in the target container's " +
			"securityContext to its ids"
	}
	return report.Refuse(report.NoJvmFound,
		"none of the %d processes in this container is a JVM (no libjvm.so mapped%s); "+
			"select another container with spec.target.containers, or another pod%s", processes, unseen, otherwise)
}

func ambiguous(found []Process) error {
	return report.Refuse(report.AmbiguousJvm, "this container runs %d JVMs: %s; choose one in spec.target.process, "+
		"by its mainClass or commandLine", len(found), names(found))
}

func names(found []Process) string {
	var all []string
	for _, process := range found {
		all = append(all, fmt.Sprintf("%s (pid %d)", process.MainClass, process.PID))
	}
	return strings.Join(all, ", ")
}

func pidsOf(processes []Process) []int {
	pids := make([]int, 0, len(processes))
	for _, process := range processes {
		pids = append(pids, process.PID)
	}
	return pids
}
