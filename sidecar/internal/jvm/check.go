package jvm

import (
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// Check returns the reason to leave this JVM alone, if any. It only looks: it sends no signal and writes nothing.
// Libraries whose path begins with ownLibraries are the sidecar's; library is the one to load.
func Check(procfs Procfs, self int, process Process, ownLibraries, library string, extraMemory int64) error {
	if process.VM != hotSpot {
		return notHotSpot(process)
	}
	ours, err := procfs.status(self)
	if err != nil {
		return err
	}
	if difference := mismatch(ours, process.status); difference != "" {
		return report.Refuse(report.IdentityMismatch, "the JVM (pid %d) %s", process.PID, difference)
	}
	if problem := checkAttach(process); problem != nil {
		return problem
	}
	if problem := checkTmp(procfs.Root(process.PID), process.PID); problem != nil {
		return problem
	}
	if problem := CheckFreeDescriptors(procfs, process.PID); problem != nil {
		return problem
	}
	if problem := CheckSocket(procfs, process); problem != nil {
		return problem
	}
	for _, loaded := range process.Profilers {
		if !strings.HasPrefix(loaded, ownLibraries) {
			return report.Refuse(report.ForeignProfiler, "the JVM (pid %d) has loaded another profiler, %s, and "+
				"two take each other's samples; remove that one and restart the pod", process.PID, loaded)
		}
	}
	if problem := checkMemory(process, library, extraMemory); problem != nil {
		return problem
	}
	return nil
}

// startup is the time in which a JVM must begin to handle SIGQUIT, which kills it until then.
const startup = time.Minute

// checkAttach looks for settings with which HotSpot prints a thread dump, or dies, instead of opening its attach
// socket.
func checkAttach(process Process) *report.Problem {
	const format = "the JVM (pid %d) was started with %s; remove that option and restart the pod"
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
		return report.Refuse(report.JvmStarting, "the JVM (pid %d) started %d s ago and does not handle SIGQUIT yet, which "+
			"attaching needs and which would end it now; try again later, or set spec.target.minAge", process.PID, age)
	}
	return report.Refuse(report.AttachDisabled,
		"the JVM (pid %d) does not handle SIGQUIT, which attaching needs; remove -Xrs "+
			"from its options and restart the pod, or try again if a script has just started it", process.PID)
}

// checkTmp asks the kernel about the target's /tmp, the only possible place of HotSpot's socket and our library.
func checkTmp(root string, pid int) *report.Problem {
	const fix = "mount an emptyDir on /tmp"
	target, err := os.OpenRoot(root)
	if err != nil {
		return report.Refuse(report.IdentityMismatch, "the file system of the JVM (pid %d) cannot be opened: %v; "+
			"check whether the JVM has just ended, or SELinux or AppArmor denies the sidecar access", pid, err)
	}
	defer target.Close()
	tmp, err := target.Open("tmp")
	if err != nil {
		return report.Refuse(report.TmpNotWritable, "the target's /tmp cannot be opened (%v); %s", err, fix)
	}
	defer tmp.Close()
	if err := unix.Faccessat(int(tmp.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return report.Refuse(report.TmpNotWritable, "the target's /tmp is not writable for its user (%v); %s", err, fix)
	}
	var mount unix.Statfs_t
	if err := unix.Fstatfs(int(tmp.Fd()), &mount); err == nil && mount.Flags&unix.ST_NOEXEC != 0 {
		return report.Refuse(report.TmpNotExecutable,
			"the target's /tmp is mounted noexec, so no library can be loaded from it; "+
				"%s without noexec", fix)
	}
	return nil
}
