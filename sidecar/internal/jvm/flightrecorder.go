package jvm

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// repository matches a chunk in the folder of the JVM's own recorder. A time and the JVM's pid are in the folder's
// name.
var repository = regexp.MustCompile(`^(/.*/\d{4}(?:_\d\d){5}_(\d+))/[^/]+\.jfr$`)

// FlightRecorderBytes returns the bytes that the JVM's own recorder and the profiler have written since an instant.
// The recorder keeps its chunks in a folder until it stops. The profiler's file was named after the output and has
// no name any more. So it looks for both among the JVM's open files.
func (p Procfs) FlightRecorderBytes(pid int, output string, since time.Time) int64 {
	descriptors, err := os.ReadDir(p.path(pid, "fd"))
	if err != nil {
		return 0
	}
	var bytes int64
	folders := map[string]bool{}
	for _, descriptor := range descriptors {
		link := p.path(pid, path.Join("fd", descriptor.Name()))
		file, err := os.Readlink(link)
		if err != nil {
			continue
		}
		if strings.HasPrefix(file, output+".") && strings.HasSuffix(file, "~"+deleted) {
			if info, err := os.Stat(link); err == nil {
				bytes += info.Size()
			}
		}
		if match := repository.FindStringSubmatch(file); match != nil && match[2] == strconv.Itoa(pid) {
			folders[match[1]] = true
		}
	}
	for folder := range folders {
		bytes += p.chunks(pid, folder, since)
	}
	return bytes
}

// chunks counts chunks with writes since an instant: the others belong to another recording, perhaps the
// application's.
func (p Procfs) chunks(pid int, folder string, since time.Time) int64 {
	root, err := os.OpenRoot(p.Root(pid))
	if err != nil {
		return 0
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), strings.TrimPrefix(folder, "/"))
	if err != nil {
		return 0
	}
	var bytes int64
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && path.Ext(entry.Name()) == ".jfr" && info.ModTime().After(since) {
			bytes += info.Size()
		}
	}
	return bytes
}
