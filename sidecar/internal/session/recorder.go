package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"time"

	"hotspotter.dev/sidecar/internal/asprof"
	"hotspotter.dev/sidecar/internal/jfr"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/report"
)

// copies is the number of copies of the recording in the target's /tmp while the JVM's own recorder completes it:
// its chunks, and the whole.
const copies = 2

// lastWords is the number of bytes that a recording may grow after the last check: all names are written at its
// end.
const lastWords = 16 << 20

// withRecorder reports whether the JVM's own recorder takes part. Then it and the profiler write to the target's
// /tmp.
func (s Session) withRecorder() bool { return s.Config.Options.JFRSync != "" }

// prepareRecorder makes the JVM write to a path that the sidecar can read, too.
func (s Session) prepareRecorder(process jvm.Process, order *asprof.Session) error {
	folder, err := s.Library.Folder(s.Procfs.Root(process.PID))
	if err != nil {
		return err
	}
	owner := fmt.Sprintf("%d-%d", process.PID, s.Procfs.StartTime(process.PID))
	settings := asprof.RecorderSettings(s.Config.Options.JFRSync)
	if err := s.Place.Open(folder, path.Dir(s.Library.Path()), owner, settings); err != nil {
		s.Place.Clear()
		return report.Fail(report.TmpNotWritable,
			"the recording of spec.recording.jfrSync cannot be written to the target's /tmp (%v); "+
				"mount a larger emptyDir on /tmp, or record without jfrSync", err)
	}
	order.Output, order.Settings = s.Place.Recording(), s.Place.Settings()
	return nil
}

// mostBytes returns the greatest size of the recording: all its copies must fit the order's limit and the target's
// /tmp. It also returns the ending of a recording that exceeds it.
func (s Session) mostBytes(process jvm.Process) (int64, ending) {
	if !s.withRecorder() {
		return s.Config.MaxBytes, tooBig
	}
	room := jvm.RoomInTmp(s.Procfs, process, s.Library.Path(), s.Config.Options.ExtraMemory())
	if room < s.Config.MaxBytes {
		return room / copies, tmpFull
	}
	return s.Config.MaxBytes / copies, tooBig
}

func (s Session) recordedBytes(pid int, output string, started time.Time) int64 {
	if s.withRecorder() {
		return s.Procfs.FlightRecorderBytes(pid, output, started)
	}
	info, err := os.Stat(s.Output)
	if err != nil {
		return 0
	}
	return info.Size()
}

// takeOver moves the finished recording from the target's file system to the sidecar's.
func (s Session) takeOver(ctx context.Context, end ending) error {
	s.Place.Free()
	err := s.Place.Take(ctx, s.Output, copies*s.Config.MaxBytes+lastWords)
	switch {
	case err == nil:
		return s.eraseSecrets(ctx, end)
	case ctx.Err() != nil:
		return late("copied from the target's /tmp")
	case end == jvmExited || errors.Is(err, fs.ErrNotExist):
		return nil
	default:
		return report.Fail(report.RecordingLost, "the recording cannot be copied from the target's /tmp: %v; "+
			"check whether the node's disk is full, and create a new ProfileJob", err)
	}
}

// eraseSecrets erases events of another recording in the same JVM, perhaps the application's own: both share their
// chunks.
func (s Session) eraseSecrets(ctx context.Context, end ending) error {
	erased, err := jfr.Erase(ctx, s.Output, jfr.Secret)
	slog.Info("searched for secrets", "erased", erased, "error", err)
	if err == nil {
		return nil
	}
	os.Remove(s.Output)
	if ctx.Err() != nil {
		return late("searched for secrets")
	}
	if end == jvmExited {
		return nil
	}
	return report.Fail(report.RecordingLost,
		"the recording is not uploaded, because it cannot be searched for secrets: %v; "+
			"create a new ProfileJob, or record without spec.recording.jfrSync", err)
}

func late(done string) error {
	return report.Fail(report.DeadlineExceeded, "the recording could not be %s before the sidecar's time was over; "+
		"record for a shorter time or without spec.recording.jfrSync, and check whether the node's disk is slow", done)
}
