package jvm

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// status has the identity, signals and threads from /proc/PID/status.
type status struct {
	uids, gids []string // real, effective, saved, file system
	permitted  uint64   // capabilities
	effective  uint64
	caught     uint64 // signals
	nested     bool   // in a PID namespace below this one
	threads    int
}

func (p Procfs) status(pid int) (status, error) {
	content, err := os.ReadFile(p.path(pid, "status"))
	if err != nil {
		return status{}, err
	}
	return parseStatus(string(content))
}

func parseStatus(content string) (status, error) {
	var s status
	for line := range strings.Lines(content) {
		name, value, _ := strings.Cut(line, ":")
		fields := strings.Fields(value)
		var err error
		switch name {
		case "Uid":
			s.uids = fields
		case "Gid":
			s.gids = fields
		case "NSpid":
			s.nested = len(fields) > 1
		case "Threads":
			s.threads, err = strconv.Atoi(strings.TrimSpace(value))
		case "CapPrm":
			s.permitted, err = strconv.ParseUint(strings.TrimSpace(value), 16, 64)
		case "CapEff":
			s.effective, err = strconv.ParseUint(strings.TrimSpace(value), 16, 64)
		case "SigCgt":
			s.caught, err = strconv.ParseUint(strings.TrimSpace(value), 16, 64)
		}
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(s.uids) != 4 || len(s.gids) != 4 {
		return s, fmt.Errorf("no Uid or Gid in process status")
	}
	return s, nil
}

func (s status) catches(signal syscall.Signal) bool { return s.caught&(1<<(signal-1)) != 0 }

// mismatch returns the reason why two processes may not inspect each other, or nothing. HotSpot requires equal ids
// to attach. To open /proc/PID/root, the kernel requires equal ids and no missing capability. The sidecar opens it
// to install the library, and the JVM to write the recording.
func mismatch(sidecar, target status) string {
	us, them := sidecar.ids(), target.ids()
	switch {
	case target.nested:
		return "runs in its own PID namespace inside the container, where it does not see the sidecar; start it without one"
	case us != them:
		return fmt.Sprintf("runs as %s, the sidecar as %s; set runAsUser and runAsGroup in the target container's "+
			"securityContext to the real ids of its process", them, us)
	case target.permitted&^sidecar.effective != 0:
		return fmt.Sprintf("has capabilities that the sidecar lacks (%#x); state them in the target container's "+
			"securityContext.capabilities, which the sidecar mirrors", target.permitted&^sidecar.effective)
	case sidecar.permitted&^target.effective != 0:
		return fmt.Sprintf("lacks capabilities that the sidecar has (%#x); drop them in the target container's "+
			"securityContext.capabilities, which the sidecar mirrors", sidecar.permitted&^target.effective)
	}
	return ""
}

// ids returns uid and gid; all four kinds of each if they differ.
func (s status) ids() string {
	return "uid " + same(s.uids) + " gid " + same(s.gids)
}

func same(ids []string) string {
	for _, id := range ids {
		if id != ids[0] {
			return strings.Join(ids, "/")
		}
	}
	return ids[0]
}
