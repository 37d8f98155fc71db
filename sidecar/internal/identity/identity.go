// Package identity makes a root sidecar, which needs root for perf events, act as the target's user in everything
// else.
package identity

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// standInArg is the only argument of the sidecar's executable.
const standInArg = "stand-in"

// Identity is the target's user and group, as the effective ids of this process. The process stays root only to
// start children with capabilities. Only root can signal or inspect it. The kernel lets the JVM open the sidecar's
// file system only through a process with the JVM's ids and without further capabilities: the stand-in, a child
// that does nothing.
type Identity struct {
	uid, gid int
	standIn  *exec.Cmd
	alive    io.Closer // closing it ends the stand-in; the kernel closes it when this process ends
}

// Assume assumes the target's identity, or refuses if kernel frames are impossible.
func Assume(uid, gid int) (*Identity, error) {
	if os.Geteuid() != 0 {
		return nil, report.Refuse(report.InvalidConfig,
			"HOTSPOTTER_KERNEL_STACKS needs a sidecar with uid 0, not %d, and the "+
				"capabilities PERFMON, SYSLOG, SETUID and SETGID; check what changed the ephemeral container's securityContext",
			os.Geteuid())
	}
	if err := perfEvents(); err != nil {
		return nil, report.Refuse(report.PerfEventsUnavailable,
			"the kernel does not let the sidecar record kernel frames (%v); "+
				"allow PERFMON and SYSLOG to the container and perf_event_open in its seccomp profile, or record without "+
				"spec.recording.kernelStacks", err)
	}
	i := &Identity{uid: uid, gid: gid}
	if err := errors.Join(i.start(), syscall.Setresgid(-1, gid, -1), i.lower()); err != nil {
		i.Close()
		return nil, report.Refuse(report.InvalidConfig,
			"the sidecar cannot assume the target's ids %d:%d, for which it needs the "+
				"capabilities SETUID and SETGID: %v; check what changed the ephemeral container's securityContext", uid, gid, err)
	}
	return i, nil
}

// lower keeps the real and the saved uid: they prevent signals of the target's user to this process.
func (i *Identity) lower() error { return syscall.Setresuid(-1, i.uid, -1) }

// start starts the stand-in and waits until it has no capability left.
func (i *Identity) start() error {
	i.standIn = exec.Command("/proc/self/exe", standInArg)
	i.standIn.Args[0] = os.Args[0]
	i.standIn.Env = []string{}
	i.standIn.SysProcAttr = &syscall.SysProcAttr{Credential: i.credential()}
	stdin, err := i.standIn.StdinPipe()
	if err != nil {
		return err
	}
	i.alive = stdin
	ready, err := i.standIn.StdoutPipe()
	if err != nil {
		return err
	}
	if err := i.standIn.Start(); err != nil {
		return err
	}
	_, err = io.ReadFull(ready, make([]byte, 1))
	return err
}

func (i *Identity) credential() *syscall.Credential {
	// Keep the pod's further groups: the target's /tmp may require one.
	return &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.gid), NoSetGroups: true}
}

// StandIn returns the process through which the JVM reaches the sidecar's file system.
func (i *Identity) StandIn() int { return i.standIn.Process.Pid }

// Start starts a command as the target's user. With perf, it may open perf events and read the kernel's symbols.
func (i *Identity) Start(command *exec.Cmd, perf bool) error {
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{}
	}
	command.SysProcAttr.Credential = i.credential()
	if perf {
		command.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_PERFMON, unix.CAP_SYSLOG}
	}
	if err := syscall.Setresuid(-1, 0, -1); err != nil {
		return err
	}
	err := command.Start()
	return errors.Join(err, i.lower())
}

// Close kills and reaps the stand-in: otherwise it would stay as a zombie under the target's PID 1. The target's
// user could have stopped it, so a request to end is not enough.
func (i *Identity) Close() {
	if i.alive != nil {
		i.alive.Close()
	}
	if i.standIn != nil && i.standIn.Process != nil {
		i.standIn.Process.Kill()
		i.standIn.Wait()
	}
}

// IsStandIn reports whether this process was started as the stand-in.
func IsStandIn() bool { return len(os.Args) == 2 && os.Args[1] == standInArg }

// BeStandIn waits until the sidecar ends.
func BeStandIn() {
	// For a root target without capabilities, exec as root gives the stand-in all capabilities.
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, err := syscall.AllThreadsSyscall(
		unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)), 0,
	); err != 0 {
		os.Stderr.WriteString("capset: " + strconv.Itoa(int(err)) + "\n")
		os.Exit(1)
	}
	os.Stdout.Write([]byte{1})
	io.Copy(io.Discard, os.Stdin)
}
