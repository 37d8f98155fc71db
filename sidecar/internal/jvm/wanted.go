package jvm

import (
	"os"
	"path"
	"regexp"
	"strings"

	"hotspotter.dev/sidecar/internal/report"
)

// Wanted selects one of several JVMs; an empty field matches any.
type Wanted struct {
	ContainerID string         // its container, if the pod's containers share a PID namespace
	MainClass   string         // or the file name of its jar
	CommandLine *regexp.Regexp // matches a part of the arguments
}

// inContainer returns the processes of the wanted container. If there are none, it does not guess: the only visible
// JVM may be another container's.
func (w Wanted) inContainer(procfs Procfs, pids []int) ([]int, error) {
	if w.ContainerID == "" {
		return pids, nil
	}
	var inside []int
	for _, pid := range pids {
		if procfs.isInContainer(pid, w.ContainerID) {
			inside = append(inside, pid)
		}
	}
	if len(inside) == 0 {
		return nil, report.Refuse(report.NoJvmFound,
			"the pod's containers share a PID namespace, and no /proc/PID/cgroup of its %d "+
				"processes names the container %s; set shareProcessNamespace and hostPID to false, or select another container "+
				"with spec.target.containers", len(pids), w.ContainerID)
	}
	return inside, nil
}

// isInContainer looks for the id in each component of the cgroups' paths. Inside a cgroup namespace they look like
// "/../ID" or "/../cri-containerd-ID.scope"; outside like "/kubepods/pod…/ID" or "…:cri-containerd:ID". The
// container may have its own cgroups below.
func (p Procfs) isInContainer(pid int, id string) bool {
	content, err := os.ReadFile(p.path(pid, "cgroup"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(content)) {
		_, cgroup, _ := strings.Cut(strings.TrimSpace(line), "/")
		for component := range strings.SplitSeq(path.Clean("/"+cgroup), "/") {
			component = strings.TrimSuffix(component, ".scope")
			if component == id || strings.HasSuffix(component, "-"+id) || strings.HasSuffix(component, ":"+id) {
				return true
			}
		}
	}
	return false
}

// among returns the matching JVMs.
func (w Wanted) among(found []Process) []Process {
	var matching []Process
	for _, process := range found {
		if (w.MainClass == "" || process.command.mainClass == w.MainClass) &&
			(w.CommandLine == nil || w.CommandLine.MatchString(process.command.text)) {
			matching = append(matching, process)
		}
	}
	return matching
}

// unmatched lists the JVMs that do not match.
func (w Wanted) unmatched(found []Process) error {
	var asked []string
	if w.MainClass != "" {
		asked = append(asked, "the main class "+brief(w.MainClass))
	}
	if w.CommandLine != nil {
		// The message omits the pattern: Kubernetes expands $(VARIABLES) in it, which may be secret.
		asked = append(asked, "a command line that matches spec.target.process.commandLine")
	}
	return report.Refuse(report.NoJvmFound, "no JVM in this container has %s, but it runs %s; correct spec.target.process",
		strings.Join(asked, " and "), names(found))
}
