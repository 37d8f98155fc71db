// Package handover takes over files that only the JVM can write, and only to a path in its own file system: Java
// resolves the link /proc/PID/root by its text, which leads back to the JVM's own root.
package handover

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	prefix    = "recording-"
	recording = ".jfr"
	settings  = ".jfc"
	// abandoned is the age at which nobody can still write a file that a sidecar left behind.
	abandoned = 2 * time.Hour
	// piece is the number of bytes copied between two checks of the deadline.
	piece = 1 << 20
)

// Place has an empty recording and the settings of the JVM's recorder, for one recording of one JVM. Only the JVM's
// user can open or replace them, because the folder belongs to that user.
type Place struct {
	mutex sync.Mutex
	dir   *os.Root // stays open, to take and remove the files after the JVM has ended
	path  string   // the folder's, as the target sees it
	owner string   // names the JVM in the files' names
	name  string
	busy  bool // the JVM may be writing
}

// Open makes the files in a folder of the target; the path is the target's. The owner identifies the JVM for ever.
func (p *Place) Open(dir *os.Root, path, owner string, config []byte) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.dir, p.path, p.owner = dir, path, owner
	p.name = prefix + owner + "-" + rand.Text()
	return errors.Join(p.write(p.name+settings, config), p.write(p.name+recording, nil))
}

func (p *Place) write(name string, content []byte) error {
	file, err := p.dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// Recording returns the path for the JVM's recording, as the target sees it.
func (p *Place) Recording() string { return path.Join(p.path, p.name+recording) }

// Settings returns the path of the recorder's settings, as the target sees it.
func (p *Place) Settings() string { return path.Join(p.path, p.name+settings) }

// Busy keeps the recording until Free: a recorder whose file is gone keeps its data as long as the JVM lives.
func (p *Place) Busy() { p.set(true) }

// Free marks the recording as no longer written by the JVM.
func (p *Place) Free() { p.set(false) }

func (p *Place) set(busy bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.busy = busy
}

// Sweep removes files of earlier sidecars: those of this JVM, which has only one recording at a time, and abandoned
// ones.
func (p *Place) Sweep() {
	entries, err := fs.ReadDir(p.dir.FS(), ".")
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, prefix) || strings.HasPrefix(name, p.name) {
			continue
		}
		info, err := entry.Info()
		if strings.HasPrefix(name, prefix+p.owner+"-") || err == nil && time.Since(info.ModTime()) > abandoned {
			p.dir.Remove(name)
		}
	}
}

// Take moves the recording to a file of the sidecar, if it has at most this many bytes. On failure it leaves no
// such file.
func (p *Place) Take(ctx context.Context, to string, most int64) error {
	from, err := p.dir.OpenFile(p.name+recording, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return fmt.Errorf("the JVM's recording is no regular file of at most %d bytes", most)
	}
	own, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(transfer(ctx, own, from, info.Size()), own.Close(), p.dir.Remove(p.name+recording))
	if err != nil {
		os.Remove(to)
	}
	return err
}

// transfer copies until the context ends.
func transfer(ctx context.Context, to io.Writer, from io.Reader, size int64) error {
	for size > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		copied, err := io.CopyN(to, from, min(size, piece))
		if err != nil {
			return err
		}
		size -= copied
	}
	return nil
}

// Clear removes the files, except a recording that the JVM may still write.
func (p *Place) Clear() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.dir == nil {
		return
	}
	p.dir.Remove(p.name + settings)
	if !p.busy {
		p.dir.Remove(p.name + recording)
	}
}
