package jvm

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// FlightRecorderBytes is how much the JVM's own recorder has written so far. It keeps that in a folder of the target's /tmp,
// named after the time and its pid, until it stops and adds it to the recording.
func (p Procfs) FlightRecorderBytes(pid int) int64 {
	root, err := os.OpenRoot(filepath.Join(p.Root(pid), "tmp"))
	if err != nil {
		return 0
	}
	defer root.Close()
	chunks, err := fs.Glob(root.FS(), "*_*_*_*_*_*_"+strconv.Itoa(pid)+"/*.jfr")
	if err != nil {
		return 0
	}
	var bytes int64
	for _, chunk := range chunks {
		if info, err := root.Lstat(chunk); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
	}
	return bytes
}
