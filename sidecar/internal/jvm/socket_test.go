package jvm

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// listening is a target, played by this process, with a socket where HotSpot has its own.
func listening(t *testing.T, owner int) (Procfs, string, *net.UnixListener) {
	t.Helper()
	// A socket's path has at most 107 bytes, fewer than t.TempDir may need.
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	procfs := Procfs(dir)
	procfs.add(t, os.Getpid(), map[string]string{"root/tmp/.keep": ""})
	socket := procfs.path(os.Getpid(), "root/tmp/.java_pid"+strconv.Itoa(owner))
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return procfs, socket, listener
}

func target(pid int) Process { return Process{JVM: report.JVM{PID: pid}} }

func TestTheTargetsOwnSocketIsAccepted(t *testing.T) {
	self := os.Getpid()
	procfs, _, _ := listening(t, self)
	if problem := CheckSocket(procfs, target(self)); problem != nil {
		t.Error(problem)
	}
}

func TestASocketThatLeadsElsewhereIsRefused(t *testing.T) {
	// The socket of this process is in the /tmp of another one.
	other := os.Getpid() + 1
	procfs, socket, listener := listening(t, other)
	if err := os.Rename(procfs.path(os.Getpid(), ""), procfs.path(other, "")); err != nil {
		t.Fatal(err)
	}
	expectRefusal(
		t, CheckSocket(procfs, target(other)), report.AttachSocketForeign, "belongs to another JVM", "an emptyDir",
	)
	moved := filepath.Join(procfs.Root(other), "tmp", filepath.Base(socket))
	hidden := moved + ".hidden"
	if err := errors.Join(os.Rename(moved, hidden), os.Symlink(filepath.Base(hidden), moved)); err != nil {
		t.Fatal(err)
	}
	expectRefusal(t, CheckSocket(procfs, target(other)), report.AttachSocketForeign, "belongs to another JVM")
	listener.SetUnlinkOnClose(false)
	listener.Close()
	expectRefusal(
		t, CheckSocket(procfs, target(other)), report.AttachSocketForeign, "left over from another JVM (connection refused)",
	)
	if err := os.Remove(moved); err != nil {
		t.Fatal(err)
	}
	if problem := CheckSocket(procfs, target(other)); problem != nil {
		t.Errorf("refused without a socket: %v", problem)
	}
}

func TestTheTargetsSocketIsConnectedToAndNoOther(t *testing.T) {
	self := os.Getpid()
	procfs, _, listener := listening(t, self)
	connection, err := Connect(procfs, self)
	if err != nil {
		t.Fatal(err)
	}
	connection.Close()
	other := self + 1
	if err := errors.Join(os.Rename(procfs.path(self, ""), procfs.path(other, "")), os.Rename(
		procfs.path(other, "root/tmp/.java_pid"+strconv.Itoa(self)), procfs.path(
			other, "root/tmp/.java_pid"+strconv.Itoa(other),
		))); err != nil {
		t.Fatal(err)
	}
	if _, err := Connect(procfs, other); err == nil || err.Error() != "the socket belongs to another JVM" {
		t.Errorf("got %v", err)
	}
	listener.SetUnlinkOnClose(false)
	listener.Close()
	if _, err := Connect(procfs, other); err == nil || err.Error() != "connection refused" {
		t.Errorf("got %v", err)
	}
	if _, err := Connect(procfs, self); err == nil || err.Error() != "no such file or directory" {
		t.Errorf("got %v", err)
	}
}

// The JVM replaces a file of its socket's name, and the launcher waits until it has.
func TestAFileThatIsNoSocketDoesNotMatter(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 1, java(map[string]string{"root/tmp/.java_pid1": ""}))
	if err := check(t, procfs); err != nil {
		t.Error(err)
	}
}
