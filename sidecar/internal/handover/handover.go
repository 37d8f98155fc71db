// Package handover takes over what only the JVM itself can write, and only to a path of its own file system: Java
// resolves the link /proc/PID/root by its text, which leads back into the JVM's own.
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
	// abandoned is when nobody can be writing a file any more that a sidecar made and could not remove.
	abandoned = 2 * time.Hour
	// piece is what is copied before the deadline is looked at again.
	piece = 1 << 20
)

// Place has an empty recording and the settings of the JVM's recorder, for one recording of one JVM. Nobody but the
// JVM's user can open them or put anything in their place, as the folder is that user's.
type Place struct {
	mutex sync.Mutex
	dir   *os.Root // stays open, so that all can be taken and removed when the JVM has ended
	path  string   // the folder's, as the target sees it
	owner string   // names the JVM in the files' names
	name  string
	busy  bool // the JVM may be writing
}

// Open makes the files in a folder of the target's, whose path is the target's own. Owner tells the JVM from any other
// that ever was.
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

// Recording is where the JVM is to write, and Settings what it is to read, as the target sees them.
func (p *Place) Recording() string { return path.Join(p.path, p.name+recording) }

// Settings is the file for the JVM's recorder.
func (p *Place) Settings() string { return path.Join(p.path, p.name+settings) }

// Busy keeps the recording until Free, because a recorder that finds its file gone keeps what it has for as long as
// the JVM lives.
func (p *Place) Busy() { p.set(true) }

// Free says that the JVM does not write any more.
func (p *Place) Free() { p.set(false) }

func (p *Place) set(busy bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.busy = busy
}

// Sweep removes what earlier sidecars had to leave: of this JVM, which has only one recording at a time, and of those
// long gone.
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

// Take moves the recording to a file of the sidecar's own, unless it has more bytes than that. If it fails, there is no such file.
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
		return fmt.Errorf("what the JVM wrote is no regular file of at most %d bytes", most)
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

// Clear removes the files, but not a recording that the JVM may be writing.
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
