package jvm

import (
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// Check returns why this JVM must be left alone. It reads only: no signal is sent and nothing is written.
func Check(procfs Procfs, self int, process Process, ownLibraries string) error {
	if process.VM != hotSpot {
		return report.Refuse(report.NotHotSpot, "The JVM (pid %d) is %s, which async-profiler cannot attach to: "+
			"run the application on a HotSpot JVM, such as Temurin.", process.PID, process.VM)
	}
	ours, err := procfs.status(self)
	if err != nil {
		return err
	}
	if difference := mismatch(ours, process.status); difference != "" {
		return report.Refuse(report.IdentityMismatch, "The JVM (pid %d) %s.", process.PID, difference)
	}
	if problem := checkAttach(process); problem != nil {
		return problem
	}
	if problem := checkTmp(procfs.Root(process.PID), process.PID); problem != nil {
		return problem
	}
	for _, library := range process.Profilers {
		if !strings.HasPrefix(library, ownLibraries) {
			return report.Refuse(report.ForeignProfiler, "Another profiler is loaded into the JVM (pid %d): %s. Two take each "+
				"other's samples: remove that one and restart the pod.", process.PID, library)
		}
	}
	return nil
}

// checkAttach looks for what makes HotSpot print a thread dump, or die, when it is asked to open its attach socket.
func checkAttach(process Process) *report.Problem {
	const format = "The JVM (pid %d) was started with %s: remove that option and restart the pod."
	if on, _ := process.command.flag("DisableAttachMechanism"); on {
		return report.Refuse(report.AttachDisabled, format, process.PID, "-XX:+DisableAttachMechanism")
	}
	if on, set := process.command.flag("EnableDynamicAgentLoading"); set && !on {
		return report.Refuse(report.AttachDisabled, format, process.PID, "-XX:-EnableDynamicAgentLoading")
	}
	if !process.status.catches(syscall.SIGQUIT) {
		return report.Refuse(report.AttachDisabled, "The JVM (pid %d) does not handle SIGQUIT, which attaching needs: remove -Xrs "+
			"if it was started with it and restart the pod; if it has only just started, try again.", process.PID)
	}
	return nil
}

// checkTmp asks the kernel about the target's /tmp: HotSpot's socket and our library can be nowhere else.
func checkTmp(root string, pid int) *report.Problem {
	const fix = "mount an emptyDir on /tmp"
	target, err := os.OpenRoot(root)
	if err != nil {
		return report.Refuse(report.IdentityMismatch, "The file system of the JVM (pid %d) cannot be opened: %v.", pid, err)
	}
	defer target.Close()
	tmp, err := target.Open("tmp")
	if err != nil {
		return report.Refuse(report.TmpNotWritable, "The target's /tmp cannot be opened (%v): %s.", err, fix)
	}
	defer tmp.Close()
	if err := unix.Faccessat(int(tmp.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return report.Refuse(report.TmpNotWritable, "The target's /tmp is not writable for its user (%v): %s.", err, fix)
	}
	var mount unix.Statfs_t
	if err := unix.Fstatfs(int(tmp.Fd()), &mount); err == nil && mount.Flags&unix.ST_NOEXEC != 0 {
		return report.Refuse(report.TmpNotExecutable, "The target's /tmp is mounted noexec, so that no library can be loaded from it: "+
			"%s without noexec.", fix)
	}
	return nil
}
