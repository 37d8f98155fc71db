// Package install puts the profiler's library into the target, safely even if the target is hostile.
package install

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"

	"hotspotter.dev/sidecar/internal/report"
)

// Prefix begins every path that any version of the sidecar installs to, as the target sees it.
const Prefix = "/tmp/hotspotter-"

const fileName = "libasyncProfiler.so"

// Library is the profiler's library, and its place in a target.
type Library struct {
	content []byte
	sum     [sha256.Size]byte
	dir     string // inside the target's /tmp
}

// Load reads the library of this image. Version and content determine the path: a target keeps a loaded library for
// ever, so each path must always have the same bytes.
func Load(file, version string) (*Library, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	dir := path.Base(Prefix) + version + "-" + hex.EncodeToString(sum[:6])
	return &Library{content, sum, dir}, nil
}

// Path returns the library's path as the target sees it.
func (l *Library) Path() string { return path.Join("/tmp", l.dir, fileName) }

// Folder opens the library's folder in the target, in which only the JVM's user can write.
func (l *Library) Folder(root string) (*os.Root, error) {
	target, err := os.OpenRoot(root)
	if err != nil {
		return nil, unopened(err)
	}
	defer target.Close()
	return l.directory(target)
}

// Into puts the library at its path below root, the target's file system. It uses an existing file if that is the
// library, and never changes it.
func (l *Library) Into(root string) error {
	// os.Root resolves every component, and no symbolic link leads it out of the directory.
	target, err := os.OpenRoot(root)
	if err != nil {
		return unopened(err)
	}
	defer target.Close()
	dir, err := l.directory(target)
	if err != nil {
		return err
	}
	defer dir.Close()
	if _, err := dir.Lstat(fileName); errors.Is(err, fs.ErrNotExist) {
		if err := l.write(dir); err != nil {
			return err
		}
	}
	return l.verify(dir)
}

// directory opens or makes the library's directory, in which no other user may write.
func (l *Library) directory(target *os.Root) (*os.Root, error) {
	tmp, err := target.OpenRoot("tmp")
	if err != nil {
		return nil, notWritable(err)
	}
	defer tmp.Close()
	if err := tmp.Mkdir(l.dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, notWritable(err)
	}
	before, err := tmp.Lstat(l.dir)
	if err != nil {
		return nil, notWritable(err)
	}
	if !before.IsDir() || !ours(before) {
		return nil, l.conflict(path.Join("/tmp", l.dir), "is not a directory that belongs to the JVM's user alone")
	}
	dir, err := tmp.OpenRoot(l.dir)
	if err != nil {
		return nil, notWritable(err)
	}
	// Another file may have taken the name between the two calls.
	if after, err := dir.Stat("."); err != nil || !os.SameFile(before, after) {
		dir.Close()
		return nil, l.conflict(path.Join("/tmp", l.dir), "changes while it is looked at")
	}
	return dir, nil
}

// write writes to a temporary name first: the JVM must never see half a library, even after a crash.
func (l *Library) write(dir *os.Root) error {
	temporary := "." + fileName + "." + rand.Text()
	file, err := dir.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return notWritable(err)
	}
	defer dir.Remove(temporary)
	_, err = file.Write(l.content)
	if err := errors.Join(err, file.Close()); err != nil {
		return notWritable(err)
	}
	// A link, unlike a rename, fails if the name exists by now: its file may be loaded already.
	if err := dir.Link(temporary, fileName); err != nil && !errors.Is(err, fs.ErrExist) {
		return notWritable(err)
	}
	return nil
}

func (l *Library) verify(dir *os.Root) error {
	info, err := dir.Lstat(fileName)
	if err != nil {
		return notWritable(err)
	}
	if !info.Mode().IsRegular() || !ours(info) {
		return l.conflict(l.Path(), "is not a regular file that belongs to the JVM's user alone")
	}
	file, err := dir.OpenFile(fileName, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return l.conflict(l.Path(), fmt.Sprintf("cannot be read (%v)", err))
	}
	defer file.Close()
	hash := sha256.New()
	// One more byte than expected proves a difference.
	if _, err := io.Copy(hash, io.LimitReader(file, int64(len(l.content))+1)); err != nil {
		return l.conflict(l.Path(), fmt.Sprintf("cannot be read (%v)", err))
	}
	if !bytes.Equal(hash.Sum(nil), l.sum[:]) {
		return l.conflict(l.Path(), "is another file")
	}
	return nil
}

// ours reports whether only the JVM's user, who is also the sidecar's, can change a file.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}

func (l *Library) conflict(path, what string) error {
	return report.Refuse(report.LibraryConflict, "%s in the target exists but %s; find out who made it and delete it, "+
		"or restart the pod", path, what)
}

func unopened(err error) error {
	return report.Refuse(report.IdentityMismatch, "the target's file system cannot be opened: %v; "+
		"check whether the JVM has just ended, or SELinux or AppArmor denies the sidecar access", err)
}

func notWritable(err error) error {
	return report.Refuse(report.TmpNotWritable, "the profiler's library cannot be written to the target's /tmp (%v); "+
		"mount an emptyDir with at least 1 MiB of room on /tmp", err)
}
