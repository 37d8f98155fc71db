package jvm

import (
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// Check returns why this JVM must be left alone. It only looks: no signal is sent and nothing is written. Libraries whose
// path begins with ownLibraries are the sidecar's, and library is the one to be loaded.
func Check(procfs Procfs, self int, process Process, ownLibraries, library string, extraMemory int64) error {
	if process.VM != hotSpot {
		return notHotSpot(process)
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
	if problem := CheckSocket(procfs, process); problem != nil {
		return problem
	}
	for _, loaded := range process.Profilers {
		if !strings.HasPrefix(loaded, ownLibraries) {
			return report.Refuse(report.ForeignProfiler, "Another profiler is loaded into the JVM (pid %d): %s. Two take each "+
				"other's samples: remove that one and restart the pod.", process.PID, loaded)
		}
	}
	if problem := checkMemory(process, library, extraMemory); problem != nil {
		return problem
	}
	return nil
}

// startup is how long a JVM may take to handle SIGQUIT, which it would die of until then.
const startup = time.Minute

// checkAttach looks for what makes HotSpot print a thread dump, or die, when it is asked to open its attach socket.
func checkAttach(process Process) *report.Problem {
	const format = "The JVM (pid %d) was started with %s: remove that option and restart the pod."
	if on, _ := process.command.flag("DisableAttachMechanism"); on {
		return report.Refuse(report.AttachDisabled, format, process.PID, "-XX:+DisableAttachMechanism")
	}
	if on, set := process.command.flag("EnableDynamicAgentLoading"); set && !on {
		return report.Refuse(report.AttachDisabled, format, process.PID, "-XX:-EnableDynamicAgentLoading")
	}
	if process.command.reducesSignals() {
		return report.Refuse(report.AttachDisabled, format, process.PID, "-Xrs")
	}
	if process.status.catches(syscall.SIGQUIT) {
		return nil
	}
	if age := process.AgeSeconds; age < int64(startup.Seconds()) {
		return report.Refuse(report.JvmStarting, "The JVM (pid %d) started %d s ago and does not handle SIGQUIT yet, which attaching needs "+
			"and which would end it now: try again when it is up, or set spec.target.minAge.", process.PID, age)
	}
	return report.Refuse(report.AttachDisabled, "The JVM (pid %d) does not handle SIGQUIT, which attaching needs: remove -Xrs "+
		"wherever it gets its options from and restart the pod; if a script has only just started it, try again.", process.PID)
}

// checkTmp asks the kernel about the target's /tmp: HotSpot's socket and our library can be nowhere else.
func checkTmp(root string, pid int) *report.Problem {
	const fix = "mount an emptyDir on /tmp"
	target, err := os.OpenRoot(root)
	if err != nil {
		return report.Refuse(report.IdentityMismatch, "The file system of the JVM (pid %d) cannot be opened: %v."+
			" See whether the JVM has just ended, or SELinux or AppArmor keeps the sidecar from it.", pid, err)
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
