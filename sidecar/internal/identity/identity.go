// Package identity lets a sidecar that runs as root, for the sake of perf events, be the target's user in all else it does.
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

// standInArg is the only argument that the sidecar's executable knows.
const standInArg = "stand-in"

// Identity is the target's: the effective ids of this process, which stays root only to be able to start children with
// capabilities. Nobody but root can signal it or look into it.
//
// The kernel lets the JVM open the sidecar's file system only through a process that has the JVM's ids and no capability
// that it lacks. That is the stand-in, a child that does nothing.
type Identity struct {
	uid, gid int
	standIn  *exec.Cmd
	alive    io.Closer // the stand-in ends when it is closed, which the kernel does when this process ends
}

// Assume takes on the target's identity, or refuses if this would be in vain.
func Assume(uid, gid int) (*Identity, error) {
	if os.Geteuid() != 0 {
		return nil, report.Refuse(report.InvalidConfig, "HOTSPOTTER_KERNEL_STACKS needs a sidecar that runs as uid 0, not %d, with the "+
			"capabilities PERFMON, SYSLOG, SETUID and SETGID: see what has changed the ephemeral container's securityContext.", os.Geteuid())
	}
	if err := perfEvents(); err != nil {
		return nil, report.Refuse(report.PerfEventsUnavailable, "The kernel does not let the sidecar record kernel frames (%v): see that "+
			"the container gets PERFMON and SYSLOG and that its seccomp profile allows perf_event_open, or record without "+
			"spec.recording.kernelStacks.", err)
	}
	i := &Identity{uid: uid, gid: gid}
	if err := errors.Join(i.start(), syscall.Setresgid(-1, gid, -1), i.lower()); err != nil {
		i.Close()
		return nil, report.Refuse(report.InvalidConfig, "The sidecar cannot take on the ids %d:%d of the target: %v. It needs the "+
			"capabilities SETUID and SETGID: see what has changed the ephemeral container's securityContext.", uid, gid, err)
	}
	return i, nil
}

// lower leaves the real and the saved uid as they are: it is they that keep the target's user from signalling this process.
func (i *Identity) lower() error { return syscall.Setresuid(-1, i.uid, -1) }

// start begins the stand-in and waits until it has no capability any more.
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
	// Further groups are the pod's, and may be needed to get into the target's /tmp.
	return &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.gid), NoSetGroups: true}
}

// StandIn is the process by which the JVM finds the sidecar's file system.
func (i *Identity) StandIn() int { return i.standIn.Process.Pid }

// Start starts a command as the target's user; with perf, it may open perf events and read the kernel's symbols.
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

// Close ends the stand-in and reaps it: it would stay as a zombie under the target's PID 1. It is killed because the
// target's user could have stopped it.
func (i *Identity) Close() {
	if i.alive != nil {
		i.alive.Close()
	}
	if i.standIn != nil && i.standIn.Process != nil {
		i.standIn.Process.Kill()
		i.standIn.Wait()
	}
}

// IsStandIn tells whether this process was started as one.
func IsStandIn() bool { return len(os.Args) == 2 && os.Args[1] == standInArg }

// BeStandIn lives until the sidecar ends.
func BeStandIn() {
	// A target that is root without capabilities has a stand-in that root's exec has given all there are.
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, err := syscall.AllThreadsSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)), 0); err != 0 {
		os.Stderr.WriteString("capset: " + strconv.Itoa(int(err)) + "\n")
		os.Exit(1)
	}
	os.Stdout.Write([]byte{1})
	io.Copy(io.Discard, os.Stdin)
}
