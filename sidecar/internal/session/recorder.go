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

// copies is how often the recording is in the target's /tmp while the JVM's own recorder completes it: as its chunks
// and as a whole.
const copies = 2

// lastWords is what a recording may grow by after it was looked at last: the names of all that was recorded are
// written at its end.
const lastWords = 16 << 20

// withRecorder tells whether the JVM's own recorder takes part. It writes to the target's /tmp, and so does the
// profiler then.
func (s Session) withRecorder() bool { return s.Config.Options.JFRSync != "" }

// prepareRecorder has the JVM write where both it and the sidecar find the file.
func (s Session) prepareRecorder(process jvm.Process, order *asprof.Session) error {
	folder, err := s.Library.Folder(s.Procfs.Root(process.PID))
	if err != nil {
		return err
	}
	owner := fmt.Sprintf("%d-%d", process.PID, s.Procfs.StartTime(process.PID))
	if err := s.Place.Open(folder, path.Dir(s.Library.Path()), owner, asprof.RecorderSettings(s.Config.Options.JFRSync)); err != nil {
		s.Place.Clear()
		return report.Fail(report.TmpNotWritable, "The recording of spec.recording.jfrSync cannot be written to the target's /tmp (%v): "+
			"mount an emptyDir with more room on /tmp, or record without jfrSync.", err)
	}
	order.Output, order.Settings = s.Place.Recording(), s.Place.Settings()
	return nil
}

// mostBytes is what may be recorded without more being written, at any time, than the order allows and the target's
// /tmp can hold, and how a recording ends that grows past it.
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
		return report.Fail(report.RecordingLost, "The recording cannot be copied from the target's /tmp: %v. "+
			"See whether the node's disk is full, and start a new ProfileJob.", err)
	}
}

// eraseSecrets takes out what another recording of the JVM's, which the application may have, has put into the chunks
// that both share.
func (s Session) eraseSecrets(ctx context.Context, end ending) error {
	erased, err := jfr.Erase(ctx, s.Output, jfr.Secret)
	slog.Info("looked for secrets", "erased", erased, "error", err)
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
	return report.Fail(report.RecordingLost, "The recording is not uploaded, because it cannot be searched for secrets: %v. "+
		"Start a new ProfileJob, or record without spec.recording.jfrSync.", err)
}

func late(done string) error {
	return report.Fail(report.DeadlineExceeded, "The recording could not be %s before the sidecar's time was over: record for a shorter time or "+
		"without spec.recording.jfrSync, and see whether the node's disk is slow.", done)
}
