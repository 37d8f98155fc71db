package jvm

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

// listening is a target, played by this process, with a socket where HotSpot has its own.
func listening(t *testing.T, nspid string) (Procfs, string, *net.UnixListener) {
	t.Helper()
	// A socket's path has at most 107 bytes, fewer than t.TempDir may need.
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	procfs := Procfs(dir)
	procfs.add(t, os.Getpid(), map[string]string{"root/tmp/.keep": ""})
	socket := procfs.path(os.Getpid(), "root/tmp/.java_pid"+nspid)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return procfs, socket, listener
}

func target(pid int, nspid string) Process {
	return Process{JVM: report.JVM{PID: pid}, status: status{nspid: nspid}}
}

func TestTheTargetsOwnSocketIsAccepted(t *testing.T) {
	self := os.Getpid()
	for name, nspid := range map[string]string{
		"in this PID namespace": strconv.Itoa(self), "in a PID namespace of its own": "7",
	} {
		t.Run(name, func(t *testing.T) {
			procfs, _, _ := listening(t, nspid)
			if problem := CheckSocket(procfs, target(self, nspid)); problem != nil {
				t.Error(problem)
			}
		})
	}
}

func TestASocketThatLeadsElsewhereIsRefused(t *testing.T) {
	procfs, socket, listener := listening(t, "1")
	// The socket of this process is in the /tmp of another one.
	other := os.Getpid() + 1
	if err := os.Rename(procfs.path(os.Getpid(), ""), procfs.path(other, "")); err != nil {
		t.Fatal(err)
	}
	expectRefusal(t, CheckSocket(procfs, target(other, "1")), report.AttachSocketForeign, "belongs to another JVM", "an emptyDir")
	listener.SetUnlinkOnClose(false)
	listener.Close()
	expectRefusal(t, CheckSocket(procfs, target(other, "1")), report.AttachSocketForeign, "leads nowhere (connection refused)")
	moved := filepath.Join(procfs.Root(other), "tmp", filepath.Base(socket))
	if err := os.Remove(moved); err != nil {
		t.Fatal(err)
	}
	if problem := CheckSocket(procfs, target(other, "1")); problem != nil {
		t.Errorf("refused without a socket: %v", problem)
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
