package jvm

import (
	"math"
	"path/filepath"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// leastRoom is the least room in the target's /tmp for a recording with the JVM's own recorder. With less, it would
// end at once.
const leastRoom = 8 << 20

// RoomInTmp returns the bytes that may be written to the target's /tmp. For a /tmp in memory, the container must
// have them to spare.
func RoomInTmp(procfs Procfs, process Process, library string, extraMemory int64) int64 {
	var tmp unix.Statfs_t
	if err := unix.Statfs(filepath.Join(procfs.Root(process.PID), "tmp"), &tmp); err != nil {
		return 0
	}
	free := process.FreeMemoryBytes
	if tmp.Type != unix.TMPFS_MAGIC {
		free = nil
	}
	return room(tmp.Bavail, tmp.Bsize, free, neededMemory(process, library, extraMemory))
}

func room(blocks uint64, size int64, freeMemory *int64, needed int64) int64 {
	bytes := int64(math.MaxInt64)
	if blocks < uint64(bytes/size) {
		bytes = int64(blocks) * size
	}
	if freeMemory != nil {
		bytes = min(bytes, *freeMemory-needed)
	}
	return max(0, bytes)
}

// CheckRoom refuses a recording that is too large for the target's /tmp.
func CheckRoom(procfs Procfs, process Process, library string, extraMemory int64) *report.Problem {
	bytes := RoomInTmp(procfs, process, library, extraMemory)
	if bytes >= leastRoom {
		return nil
	}
	return report.Refuse(report.TmpNotWritable,
		"the target's /tmp has room for %d MiB, but the JVM's own recorder needs %d MiB there; "+
			"mount a larger emptyDir on /tmp (in memory, it counts against resources.limits.memory), or record without "+
			"spec.recording.jfrSync", bytes>>20, leastRoom>>20)
}
