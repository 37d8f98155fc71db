package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"hotspotter.dev/sidecar/internal/asprof"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

// ending is the reason for a recording's end.
type ending int

const (
	completed ending = iota
	tooBig
	tmpFull
	terminated
	stopped
	jvmExited
	outOfTime
)

// glance is the interval of checks of the recording. A check takes some 20 µs. Bytes written between two checks may
// exceed the limit, and beyond the limit the pod could be evicted.
const glance = time.Second

// wait returns when the recording must end.
func (s Session) wait(started time.Time, process jvm.Process, born uint64, output string) ending {
	full, end := s.Config.Duration, completed
	if rest := s.Deadline.Add(-reserve).Sub(started); rest < full {
		full, end = rest, outOfTime
	}
	over := time.NewTimer(full)
	defer over.Stop()
	look := time.NewTicker(glance)
	defer look.Stop()
	progress := max(s.Config.Duration/10, 10*time.Second)
	next := progress
	most, tooMuch := s.mostBytes(process)
	for {
		select {
		case <-s.Terminate:
			return terminated
		case <-s.Stop.Given():
			return stopped
		case <-over.C:
			return end
		case <-look.C:
		}
		if s.Procfs.StartTime(process.PID) != born {
			return jvmExited
		}
		size := s.recordedBytes(process.PID, output, started)
		if size > most {
			return tooMuch
		}
		if elapsed := time.Since(started); elapsed >= next {
			slog.Info("recording", "elapsed", elapsed.Round(time.Second), "of", s.Config.Duration, "bytes", size)
			next += progress
		}
	}
}

// awaitDescriptors waits until telling the JVM to stop does no harm, and the recording goes on meanwhile: at most
// until the profiler's own timeout. It does not wait in a pod that ends, or if the recording is too big: then the
// first connection still succeeds, and the harm is smaller.
func (s Session) awaitDescriptors(
	end ending, started time.Time, process jvm.Process, born uint64, order asprof.Session,
) ending {
	if end == terminated || end == tooBig || end == tmpFull || end == jvmExited {
		return end
	}
	look := time.NewTicker(glance / 4)
	defer look.Stop()
	most, tooMuch := s.mostBytes(process)
	for jvm.CheckFreeDescriptors(s.Procfs, process.PID) != nil && time.Since(started) < order.Timeout {
		select {
		case <-s.Terminate:
			return terminated
		case <-look.C:
		}
		if s.Procfs.StartTime(process.PID) != born {
			return jvmExited
		}
		if s.recordedBytes(process.PID, order.Output, started) > most {
			return tooMuch
		}
	}
	return end
}

// awaitFile waits until the JVM has written and closed the recording.
func (s Session) awaitFile(ctx context.Context, order asprof.Session) error {
	file := s.Output
	if s.withRecorder() {
		file = filepath.Join(s.Procfs.Root(order.PID), order.Output)
	}
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	look := time.NewTicker(glance / 4)
	defer look.Stop()
	for {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 && !s.Procfs.HasOpen(order.PID, file) {
			return nil
		}
		select {
		case <-ctx.Done():
			return report.Fail(report.RecordingLost, "the JVM (pid %d) has not completed the recording %v after the profiler's "+
				"timeout; check whether it is frozen or lacks file descriptors, and create a new ProfileJob", order.PID, stopLimit)
		case <-look.C:
		}
	}
}

// awaitTurn keeps the targets of one job from attaching at the same moment; an order to end cuts it short.
func (s Session) awaitTurn() {
	turn := time.NewTimer(s.Config.AttachDelay)
	defer turn.Stop()
	select {
	case <-turn.C:
	case <-s.Terminate:
	case <-s.Stop.Given():
	}
}

// awaitFirstLook gives an order that is already there the time to be read. A store that hangs delays a recording only
// a little.
func (s Session) awaitFirstLook() {
	if s.Stop == nil {
		return
	}
	over := time.NewTimer(firstLook)
	defer over.Stop()
	select {
	case <-s.Stop.Looked():
	case <-over.C:
	case <-s.Terminate:
	}
}

func (s Session) terminated() bool {
	select {
	case <-s.Terminate:
		return true
	default:
		return false
	}
}

// measure returns a file's size and SHA-256 in hex.
func measure(path string) (int64, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	return size, hex.EncodeToString(hash.Sum(nil)), err
}
