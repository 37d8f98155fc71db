//go:build integration

package integration

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// confined is the argument with which the tests' own executable becomes a sidecar.
const confined = "become-a-sidecar"

var capabilities = map[string]int{
	"chown": unix.CAP_CHOWN, "dac_override": unix.CAP_DAC_OVERRIDE, "fowner": unix.CAP_FOWNER, "kill": unix.CAP_KILL,
	"setgid": unix.CAP_SETGID, "setuid": unix.CAP_SETUID, "net_bind_service": unix.CAP_NET_BIND_SERVICE,
	"syslog": unix.CAP_SYSLOG, "perfmon": unix.CAP_PERFMON,
}

// confine replaces this process by the sidecar in the present directory, as a runtime does: with a file system of its
// own, no group but its own, no new privileges, and exactly the given capabilities if it is root. It returns only if
// it fails.
func confine(id, caps string) error {
	runtime.LockOSThread() // what follows is of the thread that execs
	if err := pivot(); err != nil {
		return err
	}
	keep := map[uintptr]bool{}
	for _, name := range strings.Split(caps, ",") {
		if capability, known := capabilities[name]; known {
			keep[uintptr(capability)] = true
		}
	}
	for capability := range uintptr(unix.CAP_LAST_CAP + 1) {
		if keep[capability] {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
			return err
		}
	}
	number, err := strconv.Atoi(id)
	return errors.Join(err, syscall.Setgroups(nil), syscall.Setresgid(number, number, number),
		syscall.Setresuid(number, number, number), unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
		syscall.Exec("/hotspotter/sidecar", []string{"/hotspotter/sidecar"}, os.Environ()))
}

// pivot makes the present directory, a mount, the root of this mount namespace. After a chroot the JVM would read in
// /proc/PID/root where that directory is on the machine, a path that exists for itself as well.
func pivot() error {
	return errors.Join(unix.PivotRoot(".", "."), unix.Unmount(".", unix.MNT_DETACH), unix.Chdir("/"))
}
