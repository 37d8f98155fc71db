// Package jvm finds the JVM to record and tells beforehand, by looking only, what would go wrong.
package jvm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hotspotter.dev/sidecar/internal/report"
)

// Names of virtual machines as they appear in reports.
const (
	hotSpot = "HotSpot"
	openJ9  = "OpenJ9"
)

// Process is a JVM in this PID namespace.
type Process struct {
	report.JVM
	Profilers []string // profiler libraries that are loaded
	status    status
	command   commandLine
}

// Find returns the one JVM there is beside the process self, or why there is not exactly one.
func Find(procfs Procfs, self int) (Process, error) {
	pids, err := procfs.pids(self)
	if err != nil {
		return Process{}, report.Refuse(report.NoJvmFound, "Cannot list processes: %v.", err)
	}
	var found []Process
	var hidden []int
	for _, pid := range pids {
		libs, err := procfs.libraries(pid)
		switch {
		case denied(err):
			hidden = append(hidden, pid)
		case err == nil && (libs.hotspot != "" || libs.openJ9 != ""):
			if process, err := procfs.process(pid, libs); err == nil {
				found = append(found, process)
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Process{}, procfs.noneFound(self, len(pids), hidden)
	default:
		return Process{}, ambiguous(found)
	}
}

func (p Procfs) process(pid int, libs libraries) (Process, error) {
	status, err := p.status(pid)
	if err != nil {
		return Process{}, err
	}
	command := p.commandLine(pid)
	vm, library := hotSpot, libs.hotspot
	if libs.openJ9 != "" {
		vm, library = openJ9, libs.openJ9
	}
	return Process{
		JVM:       report.JVM{PID: pid, VM: vm, Version: p.version(pid, library), MainClass: brief(command.mainClass)},
		Profilers: libs.profilers,
		status:    status,
		command:   command,
	}, nil
}

// version reads the JDK's release file, which lies some folders above the VM's library.
func (p Procfs) version(pid int, library string) string {
	root, err := os.OpenRoot(p.Root(pid))
	if err != nil {
		return ""
	}
	defer root.Close()
	for dir := filepath.Dir(library); dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		content, err := root.ReadFile(filepath.Join(dir, "release")[1:])
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

// brief bounds what a process says about itself, because all of it must fit into the report.
func brief(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}

// noneFound tells a container without a JVM from one whose JVM the sidecar may not look at.
func (p Procfs) noneFound(self, processes int, hidden []int) error {
	for _, pid := range hidden {
		args := p.strings(pid, "cmdline")
		if len(args) == 0 || filepath.Base(args[0]) != "java" {
			continue
		}
		why := "cannot be inspected although it has the sidecar's identity: check whether SELinux or AppArmor confines it"
		ours, err := p.status(self)
		theirs, err2 := p.status(pid)
		if err == nil && err2 == nil {
			if difference := mismatch(ours, theirs); difference != "" {
				why = difference
			}
		}
		return report.Refuse(report.IdentityMismatch, "The JVM (pid %d) %s.", pid, why)
	}
	unseen := ""
	if len(hidden) > 0 {
		unseen = fmt.Sprintf("; %d of them belong to another user and could not be looked at", len(hidden))
	}
	return report.Refuse(report.NoJvmFound, "None of the %d processes in this container is a JVM (no libjvm.so mapped%s): "+
		"select another container with spec.target.containers, or another pod.", processes, unseen)
}

func ambiguous(found []Process) error {
	var names []string
	for _, process := range found {
		names = append(names, fmt.Sprintf("%s (pid %d)", process.MainClass, process.PID))
	}
	return report.Refuse(report.AmbiguousJvm, "This container runs %d JVMs, profile a container that runs one: %s.",
		len(found), strings.Join(names, ", "))
}
