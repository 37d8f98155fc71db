package jvm

import (
	"math"
	"path/filepath"

	"golang.org/x/sys/unix"

	"hotspotter.dev/sidecar/internal/report"
)

// leastRoom is what a recording needs in the target's /tmp where the JVM's own recorder writes it: a smaller one would
// end at once.
const leastRoom = 8 << 20

// RoomInTmp is how much may be written to the target's /tmp. Where that is memory, the container must have it to spare.
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

// CheckRoom refuses a recording that the target's /tmp cannot hold.
func CheckRoom(procfs Procfs, process Process, library string, extraMemory int64) *report.Problem {
	bytes := RoomInTmp(procfs, process, library, extraMemory)
	if bytes >= leastRoom {
		return nil
	}
	return report.Refuse(report.TmpNotWritable, "The target's /tmp has room for %d MiB, but the JVM's own recorder needs %d MiB there: "+
		"mount an emptyDir with more room on /tmp (in memory, it counts against resources.limits.memory), or record without "+
		"spec.recording.jfrSync.", bytes>>20, leastRoom>>20)
}
