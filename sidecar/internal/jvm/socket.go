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

// CheckSocket makes sure that whoever attaches by the files in the target's /tmp reaches the target. They are named after
// the pid only: two containers that share a volume on /tmp and run their JVMs as pid 1 have the same ones.
func CheckSocket(procfs Procfs, process Process) *report.Problem {
	const fix = "Give each container a /tmp of its own, for example an emptyDir, and restart the pod"
	name := strconv.Itoa(process.PID)
	tmp := filepath.Join(procfs.Root(process.PID), "tmp")
	socket := filepath.Join(tmp, ".java_pid"+name)
	// Links are followed, because the launcher does.
	if info, err := os.Stat(socket); err == nil && info.Mode().Type() == os.ModeSocket {
		switch listener, err := listenerOf(socket); {
		// Its queue is full or it is being made: what is wrong with it will be seen when attaching.
		case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOENT):
		case err != nil:
			return report.Refuse(report.AttachSocketForeign, "/tmp/.java_pid%s in the target leads nowhere (%v): it is left over from "+
				"another JVM. Delete it, or restart the pod; where containers share this /tmp, give each its own.", name, err)
		case listener != process.PID:
			return report.Refuse(report.AttachSocketForeign, "/tmp/.java_pid%s in the target belongs to another JVM than the one to record "+
				"(pid %d), which would be profiled in its place: containers share this /tmp. %s.", name, process.PID, fix)
		}
	}
	// The launcher takes the target for OpenJ9, and talks to that one, if these files of it are there.
	if _, err := os.Stat(filepath.Join(tmp, ".com_ibm_tools_attach", name, "attachInfo")); err == nil {
		return report.Refuse(report.AttachSocketForeign, "/tmp/.com_ibm_tools_attach/%s in the target belongs to an OpenJ9 JVM, but the one to "+
			"record (pid %d) is HotSpot: containers share this /tmp. %s.", name, process.PID, fix)
	}
	return nil
}

// listenerOf returns the process that listens on a socket, 0 if it is in another PID namespace. The kernel knows it without
// asking that process, which sees a connection that says nothing, as each jcmd begins with. The list of sockets in
// /proc/PID/net/unix would not do: a JVM still listens when another's socket has taken the place of its own.
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

// Connect opens the attach socket that a JVM has since it was attached to. Nothing has been said to it yet, and it is the target's.
func Connect(procfs Procfs, pid int) (net.Conn, error) {
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

// withoutPath leaves of an error what went wrong: the path is the sidecar's view of the target's file system.
func withoutPath(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number
	}
	return err
}
