package jvm

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// CheckSocket ensures that the attach files in the target's /tmp lead to the target. Their names have only the pid:
// two containers that share a /tmp, both with a JVM as pid 1, have the same names.
func CheckSocket(procfs Procfs, process Process) *report.Problem {
	const fix = "give each container a /tmp of its own, for example an emptyDir, and restart the pod"
	name := strconv.Itoa(process.PID)
	tmp := filepath.Join(procfs.Root(process.PID), "tmp")
	socket := filepath.Join(tmp, ".java_pid"+name)
	// Follow links, as the launcher does.
	info, err := os.Stat(socket)
	if err == nil && info.Mode().Type() == os.ModeSocket && CheckFreeDescriptors(procfs, process.PID) == nil {
		switch listener, err := listenerOf(socket); {
		// The queue is full, or the JVM is just making the socket; attaching will show a problem.
		case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOENT):
		case err != nil:
			return report.Refuse(report.AttachSocketForeign, "/tmp/.java_pid%s in the target is left over from another JVM "+
				"(%v); delete it, or restart the pod, and do not share /tmp between containers", name, err)
		case listener != process.PID:
			return report.Refuse(report.AttachSocketForeign,
				"/tmp/.java_pid%s in the target belongs to another JVM, which would be "+
					"profiled instead of the target (pid %d), because containers share this /tmp; %s", name, process.PID, fix)
		}
	}
	// With these files of an OpenJ9 JVM, the launcher would attach to that JVM.
	if _, err := os.Stat(filepath.Join(tmp, ".com_ibm_tools_attach", name, "attachInfo")); err == nil {
		return report.Refuse(report.AttachSocketForeign,
			"/tmp/.com_ibm_tools_attach/%s in the target belongs to an OpenJ9 JVM, but "+
				"the target (pid %d) is HotSpot, because containers share this /tmp; %s", name, process.PID, fix)
	}
	return nil
}

// listenerOf returns the process that listens on a socket; 0 if it is in another PID namespace. The kernel answers
// without that process, which sees only a silent connection, as each jcmd makes. The list of sockets in
// /proc/PID/net/unix is not enough: a JVM still listens after another's socket has replaced its own.
func listenerOf(socket string) (int, error) {
	connection, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(connection)
	if err := unix.Connect(connection, &unix.SockaddrUnix{Name: socket}); err != nil {
		return 0, err
	}
	return peerOf(connection)
}

// peerOf returns the process at the other end.
func peerOf(connection int) (int, error) {
	peer, err := unix.GetsockoptUcred(connection, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(peer.Pid), nil
}

// Connect opens the target's attach socket, which exists since the first attach. It sends nothing.
func Connect(procfs Procfs, pid int) (net.Conn, error) {
	if problem := CheckFreeDescriptors(procfs, pid); problem != nil {
		return nil, problem
	}
	socket := filepath.Join(procfs.Root(pid), "tmp", ".java_pid"+strconv.Itoa(pid))
	connection, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return nil, withoutPath(err)
	}
	listener, err := 0, error(nil)
	raw, failed := connection.SyscallConn()
	if failed == nil {
		failed = raw.Control(func(descriptor uintptr) { listener, err = peerOf(int(descriptor)) })
	}
	if err = errors.Join(failed, err); err == nil && listener != pid {
		err = errors.New("the socket belongs to another JVM")
	}
	if err != nil {
		connection.Close()
		return nil, err
	}
	return connection, nil
}

// withoutPath returns the cause of an error without the path, which is the sidecar's view of the target's file
// system.
func withoutPath(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number
	}
	return err
}
